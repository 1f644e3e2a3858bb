import { describeError } from '../../../domain/kernel/describe-error.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';

/** Runs work on a cache of embeddings; resolves with the substitute when the cache fails. Never rejects. */
type FailOpenCache = <T>(substitute: T, work: () => Promise<T>) => Promise<T>;

/** Counts a failure of the cache and treats it as a miss; no request fails because of it. */
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
