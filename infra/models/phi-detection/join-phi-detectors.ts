import { describeError } from '../../../domain/kernel/describe-error.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { mergeFindings } from '../../../domain/privacy/detect-phi.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';

type JoinServices = {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Milliseconds that a screening waits for its detectors, which run concurrently. */
  readonly timeout: number;
};

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const late = (): void =>
      reject(
        new Failure(
          failure('timeout', 'The detector did not finish in time.', { component: 'phi-detection' }),
        ),
      );
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
  });

/**
 * Combines several detectors: a finding of any counts. If one fails or times out, PHI is assumed and the detector's
 * name is reported. Rejects only when the caller's own signal aborts.
 */
export const joinPhiDetectors = (
  detectors: readonly PhiDetector[],
  { logger, metrics, timeout }: JoinServices,
): PhiDetector => ({
  kind: 'joined',
  name: detectors.map(({ name }) => name).join('+'),
  screen: async (text, { signal } = {}) => {
    const inTime = AbortSignal.timeout(timeout);
    const either = signal === undefined ? inTime : anySignal([signal, inTime]);
    const outcomes = await Promise.allSettled(
      detectors.map((detector) =>
        Promise.race([detector.screen(text, { signal: either }), rejectOnAbort(either)]),
      ),
    );
    signal?.throwIfAborted();
    const failed = outcomes.flatMap((outcome, index) => {
      const { name = '', kind = 'joined' } = detectors[index] ?? {};
      if (outcome.status === 'fulfilled') return outcome.value.failed;
      metrics.count('anamnesis_phi_detector_failures_total', { detector: kind });
      const { reason, message: error } = describeError(outcome.reason);
      // A field called `message` would appear twice in the line, and log readers might show either.
      logger.warn({ detector: name, reason, error }, 'A PHI detector did not answer; PHI is assumed.');
      return [name];
    });
    const findings = mergeFindings(
      outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.findings : [])),
    );
    return { detected: findings.length > 0 || failed.length > 0, findings, failed };
  },
});
