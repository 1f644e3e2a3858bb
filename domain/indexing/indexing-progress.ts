import { costAfter } from './embedding-cost.ts';
import type { IndexingEvent } from './indexing-events.ts';
import { type IndexingJobState, indexingJobDecider } from './indexing-job-decider.ts';
import { ordinaryReading, type ReadingQuality, readingQuality } from './reading-quality.ts';

/** A job with the facts that its decider does not need: how its pages were read, and the cost of its embedding. */
export type IndexingProgress = {
  readonly job: IndexingJobState;
  readonly reading: ReadingQuality;
  /** US dollars so far; null when a price is unknown. */
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

/** Folds a job's stream into its progress. */
export const indexingProgress = {
  initialState: { job: indexingJobDecider.initialState, reading: ordinaryReading, costUsd: 0 },
  evolve,
} satisfies { readonly initialState: IndexingProgress; readonly evolve: typeof evolve };
