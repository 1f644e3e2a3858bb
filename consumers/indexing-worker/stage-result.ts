import type { IndexingStage } from '../../domain/indexing/indexing-events.ts';
import type { IndexingCommand, IndexingJob } from '../../domain/indexing/indexing-job-decider.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The stages of a job that are done. */
export type Stages = IndexingJob['stages'];

/** The command that records the result of a step. */
export type StageResult = Exclude<IndexingCommand, { type: 'RequestIndexing' }>;

export const missingStage = (stage: IndexingStage): Failure =>
  new Failure(failure('internal_error', `The result of the stage "${stage}" is missing.`));
