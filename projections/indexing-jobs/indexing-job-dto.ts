import type { IndexingJobRow } from './entity.ts';

/** How often a person may ask for another attempt (spec, "Indexing Job State Machine": max_retries = 3). */
const MAX_RETRIES = 3;

/** An indexing job as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type IndexingJobDto = Readonly<Omit<IndexingJobRow, 'createdPosition'>> & {
  readonly maxRetries: number;
  /** Whether RetryIndexing would be accepted now. */
  readonly canRetry: boolean;
};

/** A row as the API shows it. */
export const toIndexingJobDto = ({ createdPosition: _, ...shown }: IndexingJobRow): IndexingJobDto => ({
  ...shown,
  maxRetries: MAX_RETRIES,
  canRetry: shown.state === 'FAILED' && shown.retryCount < MAX_RETRIES,
});
