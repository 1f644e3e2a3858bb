import { describeError } from '../../../domain/kernel/describe-error.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';

/** Work on a cache of embeddings: its answer, or the substitute where the cache fails. Never rejects. */
type FailOpenCache = <T>(substitute: T, work: () => Promise<T>) => Promise<T>;

/** A failure of the cache is counted and treated as a miss; no request fails by it. */
export const createFailOpenCache =
  ({ metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger }): FailOpenCache =>
  async (substitute, work) => {
    try {
      return await work();
    } catch (error) {
      metrics.count('anamnesis_embedding_cache_failures_total', {});
      logger.warn({ error: describeError(error).message }, 'The embedding cache failed and is skipped.');
      return substitute;
    }
  };
