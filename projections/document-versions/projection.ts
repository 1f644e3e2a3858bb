import type { IndexingEvent } from '../../domain/indexing/indexing-events.ts';
import { releasedTo, withheldFrom } from '../../domain/indexing/withheld-embedding.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { defineKeyedProjection, type EventFold, type RecordedOf } from '../keyed-projection.ts';
import { indexedValues, readingValues, versionValues } from '../version-columns.ts';
import { type DocumentVersionRow, documentVersionEntity, documentVersionSealing } from './entity.ts';

const versionKeyOf = (docKey: string, version: number): string => `${docKey}@${version}`;

const versionOf = (event: RecordedOf<'DocumentVersionAdded'>): DocumentVersionRow => {
  const { data } = event;
  return {
    versionKey: versionKeyOf(data.docKey, data.version),
    docKey: data.docKey,
    subject: documentSubject(data.docKey),
    ...versionValues(event),
    jobId: data.jobId,
    state: 'PENDING',
    superseded: false,
    supersededByVersion: null,
    withdrawn: false,
    pages: null,
    chunks: null,
    embeddingModel: null,
    indexedAt: null,
    addedAt: event.recordedAt,
    addedBy: event.metadata.actor.id,
    updatedAt: event.recordedAt,
    revision: event.revision,
  };
};

/** A fold of an event of the version's job: `change` says which columns it sets. */
const onJob = <Event extends RecordedEvent<IndexingEvent>>(
  change: (event: Event, row: DocumentVersionRow) => Partial<DocumentVersionRow>,
): EventFold<DocumentVersionRow, Event> => ({
  keys: (event) => [versionKeyOf(event.data.docKey, event.data.version)],
  evolve: (row, event) => row && { ...row, ...change(event, row), updatedAt: event.recordedAt },
});

/** The keys of versions 1 to `throughVersion`. */
const keysThrough = (docKey: string, throughVersion: number): readonly string[] =>
  Array.from({ length: throughVersion }, (_, index) => versionKeyOf(docKey, index + 1));

export const documentVersionsProjection = defineKeyedProjection({
  name: 'document-versions',
  version: 9,
  entity: documentVersionEntity,
  sealing: documentVersionSealing,
  key: 'versionKey',
  folds: {
    DocumentVersionAdded: {
      keys: (event) => [versionKeyOf(event.data.docKey, event.data.version)],
      evolve: (row, event) => row ?? versionOf(event),
    },
    DocumentWithdrawn: {
      keys: (event) => keysThrough(event.data.docKey, event.data.throughVersion),
      evolve: (row, event) =>
        row && !row.withdrawn ? { ...row, withdrawn: true, updatedAt: event.recordedAt } : row,
    },
    IndexingStarted: onJob(() => ({ state: 'RUNNING' })),
    TextExtracted: onJob(readingValues),
    IndexingRetried: onJob(() => ({ state: 'PENDING' })),
    IndexingFailed: onJob(() => ({ state: 'FAILED' })),
    IndexingCompleted: onJob((event, row) => ({
      ...indexedValues(row, event.data),
      state: 'COMPLETED',
      pages: event.data.pages,
      chunks: event.data.chunkCount,
      embeddingModel: event.data.model,
      indexedAt: event.recordedAt,
    })),
    EmbeddingWithheld: onJob((event, row) => ({ withheld: withheldFrom(row.withheld, event.data) })),
    ChunksReembedded: onJob((event, row) => ({ withheld: releasedTo(row.withheld, event.data) })),
    IndexingSuperseded: onJob((event) => ({
      state: 'SUPERSEDED',
      superseded: true,
      supersededByVersion: event.data.byVersion,
    })),
  },
});
