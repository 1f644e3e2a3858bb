import { costAfter } from './embedding-cost.ts';
import type { IndexingEvent } from './indexing-events.ts';
import { type IndexingJobState, indexingJobDecider } from './indexing-job-decider.ts';
import { nothingUnusual, type ReadingQuality, readingQuality } from './reading-quality.ts';

/** A job with what its deciding does not need: how its pages were read, and what its embedding has cost. */
export type IndexingProgress = {
  readonly job: IndexingJobState;
  readonly reading: ReadingQuality;
  /** US dollars so far; null where a price is not known. */
  readonly costUsd: number | null;
};

const evolve = (state: IndexingProgress, event: IndexingEvent): IndexingProgress => {
  const job = indexingJobDecider.evolve(state.job, event);
  switch (event.type) {
    case 'TextExtracted':
      return { ...state, job, reading: readingQuality(event.data.unusualPages) };
    case 'ChunksEmbedded':
    case 'ChunksReembedded':
    case 'IndexingFailed':
      return { ...state, job, costUsd: costAfter(state.costUsd, event.data) };
    default:
      return { ...state, job };
  }
};

/** The fold of a job's stream into how far it has come. */
export const indexingProgress = {
  initialState: { job: indexingJobDecider.initialState, reading: nothingUnusual, costUsd: 0 },
  evolve,
} satisfies { readonly initialState: IndexingProgress; readonly evolve: typeof evolve };
