import { describeError } from '../../domain/kernel/describe-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SearchStage } from '../../ports/knowledge-search.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import { withTimeout } from './with-timeout.ts';

type StageServices = {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The destination of spans. */
  readonly traces?: Pick<TraceScope, 'open'>;
};

type StageWork<Value> = {
  readonly source: SearchStage['source'];
  /** Milliseconds after which the search continues without this stage. */
  readonly timeout: number;
  readonly work: () => Promise<Value>;
  /** The number of passages found. */
  readonly foundIn: (value: Value) => number;
};

/** `value` is absent when the stage failed or took too long; `stage` says so. */
export type StageResult<Value> = { readonly value?: Value; readonly stage: SearchStage };

/** Runs an optional step of a search. Never rejects. */
export const runStage = async <Value>(
  { source, timeout, work, foundIn }: StageWork<Value>,
  { clock, logger, metrics, traces }: StageServices,
): Promise<StageResult<Value>> => {
  const span = traces?.open({
    name: `search ${source}`,
    kind: 'internal',
    attributes: { 'anamnesis.search.stage': source },
  });
  const started = clock.elapsed();
  const milliseconds = (): number => Math.round((clock.elapsed() - started) * 100) / 100;
  try {
    const value = await withTimeout(span ? span.within(work) : work(), timeout);
    metrics.observe('anamnesis_search_stage_seconds', milliseconds() / 1000, { stage: source });
    span?.note({ 'anamnesis.search.found': foundIn(value) });
    span?.end();
    return {
      value,
      stage: { source, outcome: 'ok', found: foundIn(value), milliseconds: milliseconds() },
    };
  } catch (error) {
    const { reason, message } = describeError(error);
    span?.end(reason);
    metrics.count('anamnesis_search_stage_failures_total', { stage: source });
    logger.warn({ stage: source, reason }, 'A search step failed; the search continues without it.');
    const outcome = reason === 'timeout' ? 'timeout' : 'failed';
    return { stage: { source, outcome, found: 0, milliseconds: milliseconds(), reason: message } };
  }
};
