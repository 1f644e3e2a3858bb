import { hasRetriesLeft, MAX_RETRIES } from '../../domain/indexing/indexing-job-status.ts';
import { versionWarnings } from '../version-warnings.ts';
import type { IndexingJobRow } from './entity.ts';

/** An indexing job as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type IndexingJobDto = Readonly<Omit<IndexingJobRow, 'createdPosition' | 'subject' | 'leftOut'>> & {
  readonly maxRetries: number;
  /** Whether RetryIndexing would be accepted now. */
  readonly canRetry: boolean;
  /** Warnings for people, although nothing failed. */
  readonly warnings: readonly string[];
};

/** A row as the API shows it. */
export const toIndexingJobDto = ({
  createdPosition: _,
  subject: __,
  leftOut,
  ...shown
}: IndexingJobRow): IndexingJobDto => ({
  ...shown,
  maxRetries: MAX_RETRIES,
  canRetry: shown.state === 'FAILED' && hasRetriesLeft(shown.retryCount, shown.errorReason),
  warnings: versionWarnings({ withheld: shown.withheld, leftOut }),
});
