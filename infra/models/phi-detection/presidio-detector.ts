import { z } from 'zod';
import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { mergeFindings, type PhiFinding } from '../../../domain/privacy/detect-phi.ts';
import { isClinicalName } from '../../../domain/privacy/is-clinical-name.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { parseJson } from '../../services/outside/parse-json.ts';
import { sendExternalRequest } from '../../services/outside/send-external-request.ts';
import { presidioKinds } from './presidio-kinds.ts';
import { utf16Offsets } from './utf16-offsets.ts';

type PresidioOptions = {
  /** The base URL of the analyzer, which is on the premises: texts are sent unredacted. */
  readonly url: URL;
  /** The language that the analyzer is configured for: `en`. */
  readonly language: string;
  /** Findings below this score, from 0 to 1, do not count. */
  readonly minScore: number;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Timeout of a request in milliseconds, shorter than its callers wait. */
  readonly timeout: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

const COMPONENT = 'phi-detection';
const ANSWER_BYTES = 4 * 1024 * 1024;
/** Questions, and the parts of a document; an analyzer handles as many concurrently as it has processes. */
const BULKHEAD = { concurrent: 16, queued: 256 };

/**
 * Maximum findings in a response, above the number of words in a question. A larger response is rejected, so PHI is
 * assumed.
 */
const MAX_FINDINGS = 10_000;

const answerSchema = z
  .array(
    z.object({
      entity_type: z.string(),
      /** In code points, end exclusive. */
      start: z.int().min(0),
      end: z.int().min(0),
      score: z.number(),
    }),
  )
  .max(MAX_FINDINGS);

const problem = (code: FailureCode, message: string): Failure =>
  new Failure(failure(code, message, { component: COMPONENT }));

const unusable = (): Failure =>
  problem('external_api_error', 'The Presidio analyzer gave an answer that cannot be used.');

const findingsOf = (answer: z.output<typeof answerSchema>, text: string): readonly PhiFinding[] => {
  const at = utf16Offsets(text);
  const findings = answer.flatMap(({ entity_type, start, end, score }) => {
    const kind = presidioKinds.get(entity_type);
    if (kind === undefined) return [];
    // A finding at an invalid place: the text cannot be declared clear either.
    if (at(start) >= at(end)) throw unusable();
    // Scores are from 0 to 1; a custom recognizer may exceed that.
    const confidence = Math.min(1, Math.max(0, score));
    const finding = { kind, start: at(start), end: at(end), confidence };
    const mayBeClinical = kind === 'name' || kind === 'address';
    return mayBeClinical && isClinicalName(text, finding.start, finding.end) ? [] : [finding];
  });
  return mergeFindings(findings);
};

/**
 * Creates a detector that asks a Presidio analyzer (`POST /analyze`), which finds names with its own language model.
 * Drugs, conditions and eponyms among its names are dropped. While the analyzer keeps failing it is not asked;
 * unscreened text counts as PHI either way, only sooner.
 */
export const createPresidioDetector = (options: PresidioOptions): PhiDetector => {
  const { url, language, minScore, metrics } = options;
  const guard = createGuard({
    component: 'phi-detector',
    label: 'The Presidio analyzer',
    timeoutMs: options.timeout,
    bulkhead: BULKHEAD,
    health: options.health,
    ...omitUndefined({ now: options.now }),
  });
  const address = new URL(`${url.href.replace(/\/$/, '')}/analyze`);
  const entities = [...presidioKinds.keys()];

  const ask = async (text: string, signal: AbortSignal): Promise<readonly PhiFinding[]> => {
    try {
      const response = await sendExternalRequest({
        url: address,
        // The analyzer ignores entities without a recognizer as long as one is known.
        body: { text, language, score_threshold: minScore, entities },
        questions: ['text'],
        leavesThePremises: false,
        component: COMPONENT,
        metrics,
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw problem(
          'external_api_error',
          `The Presidio analyzer answered with an error (${response.status}). Check PRESIDIO_URL and PRESIDIO_LANGUAGE.`,
        );
      }
      const parsed = answerSchema.safeParse(parseJson((await readLimitedText(response, ANSWER_BYTES)) ?? ''));
      if (!parsed.success) throw unusable();
      return findingsOf(parsed.data, text);
    } catch (error) {
      if (error instanceof Failure) throw error;
      signal.throwIfAborted();
      throw problem('external_api_error', 'The Presidio analyzer cannot be reached. Check PRESIDIO_URL.');
    }
  };

  return {
    kind: 'presidio',
    name: `presidio-${language}`,
    screen: async (text, { signal } = {}) => {
      // The analyzer rejects an empty text.
      if (text.trim() === '') return { detected: false, findings: [], failed: [] };
      const findings = await guard((own) => ask(text.toWellFormed(), own), signal).catch((error: unknown) => {
        if (signal?.aborted) throw problem('timeout', 'The Presidio analyzer did not answer in time.');
        throw error;
      });
      return { detected: findings.length > 0, findings, failed: [] };
    },
  };
};
