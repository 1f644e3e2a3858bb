import { costAfter } from '../../domain/indexing/embedding-cost.ts';
import type { IndexingEvent } from '../../domain/indexing/indexing-events.ts';
import { releasedTo, withheldFrom } from '../../domain/indexing/withheld-embedding.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { defineKeyedProjection, type EventFold, type RecordedOf } from '../keyed-projection.ts';
import { readingValues, unreadValues } from '../version-columns.ts';
import { type IndexingJobRow, indexingJobEntity, indexingJobSealing } from './entity.ts';

/** The job is on the list from the moment its document version is accepted, before its own stream exists. */
const jobOf = (event: RecordedOf<'DocumentVersionAdded'>): IndexingJobRow => ({
  jobId: event.data.jobId,
  docKey: event.data.docKey,
  subject: documentSubject(event.data.docKey),
  version: event.data.version,
  fileName: event.data.fileName,
  state: 'PENDING',
  stage: null,
  createdAt: event.recordedAt,
  createdPosition: event.position,
  startedAt: null,
  completedAt: null,
  failedAt: null,
  errorMessage: null,
  errorReason: null,
  retryCount: 0,
  pages: null,
  ...unreadValues,
  totalChunks: null,
  processedChunks: 0,
  costUsd: 0,
  withheld: [],
  supersededBy: null,
  updatedAt: event.recordedAt,
  revision: -1,
});

/** A fold of an event of the job's own stream: `change` says which columns it sets. */
const onJob = <Event extends RecordedEvent<IndexingEvent>>(
  change: (event: Event, row: IndexingJobRow) => Partial<IndexingJobRow>,
): EventFold<IndexingJobRow, Event> => ({
  keys: (event) => [event.data.jobId],
  evolve: (row, event) =>
    row && { ...row, ...change(event, row), updatedAt: event.recordedAt, revision: event.revision },
});

const noError = { failedAt: null, errorMessage: null, errorReason: null } as const;

export const indexingJobsProjection = defineKeyedProjection({
  name: 'indexing-jobs',
  version: 7,
  entity: indexingJobEntity,
  sealing: indexingJobSealing,
  key: 'jobId',
  folds: {
    DocumentVersionAdded: {
      keys: (event) => [event.data.jobId],
      evolve: (row, event) => row ?? jobOf(event),
    },
    IndexingRequested: onJob(() => ({})),
    // A retry continues at the failed stage, so the stage stays.
    IndexingStarted: onJob((event, row) => ({
      state: 'RUNNING',
      stage: row.stage ?? 'extract',
      startedAt: event.recordedAt,
    })),
    TextExtracted: onJob((event) => ({
      stage: 'clean',
      pages: event.data.pages,
      ...readingValues(event),
    })),
    TextCleaned: onJob(() => ({ stage: 'chunk' })),
    ChunksCreated: onJob((event) => ({
      stage: 'embed',
      totalChunks: event.data.chunkCount,
      processedChunks: 0,
    })),
    ChunksEmbedded: onJob((event, row) => ({
      stage: event.data.chunkCount === row.totalChunks ? 'publish' : 'embed',
      processedChunks: event.data.chunkCount,
      costUsd: costAfter(row.costUsd, event.data),
    })),
    IndexingCompleted: onJob((event) => ({
      state: 'COMPLETED',
      stage: null,
      completedAt: event.recordedAt,
      pages: event.data.pages,
      totalChunks: event.data.chunkCount,
      processedChunks: event.data.chunkCount,
      ...noError,
    })),
    IndexingFailed: onJob((event, row) => ({
      state: 'FAILED',
      stage: event.data.stage,
      failedAt: event.recordedAt,
      errorMessage: event.data.message,
      errorReason: event.data.reason,
      costUsd: costAfter(row.costUsd, event.data),
    })),
    IndexingRetried: onJob((event) => ({
      state: 'PENDING',
      retryCount: event.data.retryCount,
      ...noError,
    })),
    ChunksReembedded: onJob((event, row) => ({
      costUsd: costAfter(row.costUsd, event.data),
      withheld: releasedTo(row.withheld, event.data),
    })),
    EmbeddingWithheld: onJob((event, row) => ({ withheld: withheldFrom(row.withheld, event.data) })),
    IndexingSuperseded: onJob((event) => ({ state: 'SUPERSEDED', supersededBy: event.data.byJobId })),
  },
});
