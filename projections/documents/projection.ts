import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import { releasedTo, withheldFrom, withholdingReason } from '../../domain/indexing/withheld-embedding.ts';
import { sourcedProperties } from '../../domain/knowledge/property-uses.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { defineKeyedProjection, type RecordedOf } from '../keyed-projection.ts';
import { indexedValues, readingValues, type VersionValues, versionValues } from '../version-columns.ts';
import { type DocumentRow, type DocumentStatus, documentEntity, documentSealing } from './entity.ts';
import { type FoldedValues, foldedValues } from './folded-columns.ts';

type StatusColumns = Pick<DocumentRow, 'version' | 'withdrawnThrough' | 'liveVersion' | 'lastJobState'>;

const statusOf = (row: StatusColumns): DocumentStatus => {
  if (row.version <= row.withdrawnThrough) return 'withdrawn';
  if (row.liveVersion !== null) return 'searchable';
  return row.lastJobState === 'FAILED' ? 'failed' : 'indexing';
};

/** The lookup values of the title and the identifiers. */
const withFolded = (row: Omit<DocumentRow, keyof FoldedValues>): DocumentRow => ({
  ...row,
  ...foldedValues(row),
});

const withStatus = (row: DocumentRow): DocumentRow => ({ ...row, status: statusOf(row) });

/** The title and properties of the previous version hold until the new version is indexed itself. */
const inherited = (row: DocumentRow, values: VersionValues): Partial<DocumentRow> => {
  const kept = sourcedProperties.filter(
    (name) =>
      values.metadataSources[name] !== 'uploader' &&
      (name === 'title' || name === 'protocolNumber' || row.metadataSources[name] === 'file') &&
      row[name] !== null,
  );
  return {
    ...Object.fromEntries(kept.map((name) => [name, row[name]])),
    metadataSources: { ...Object.fromEntries(kept.map((name) => [name, 'file'])), ...values.metadataSources },
  };
};

const addVersion = (row: DocumentRow | undefined, event: RecordedOf<'DocumentVersionAdded'>): DocumentRow => {
  const { data } = event;
  const values = versionValues(event);
  const statusColumns: StatusColumns = {
    version: data.version,
    liveVersion: row?.liveVersion ?? null,
    withdrawnThrough: row?.withdrawnThrough ?? 0,
    lastJobState: 'PENDING',
  };
  return withFolded({
    docKey: data.docKey,
    subject: documentSubject(data.docKey),
    clean: false,
    ...values,
    contentDigest: data.contentDigest ?? data.contentHash,
    ...(row ? inherited(row, values) : {}),
    ...statusColumns,
    status: statusOf(statusColumns),
    latestJobId: data.jobId,
    pages: row?.pages ?? null,
    chunks: row?.chunks ?? null,
    addedAt: row?.addedAt ?? event.recordedAt,
    updatedAt: event.recordedAt,
    revision: event.revision,
  });
};

const withdraw = (
  row: DocumentRow | undefined,
  event: RecordedOf<'DocumentWithdrawn'>,
): DocumentRow | undefined => {
  if (!row) return undefined;
  const withdrawnThrough = Math.max(row.withdrawnThrough, event.data.throughVersion);
  const wasLive = row.liveVersion !== null && row.liveVersion <= withdrawnThrough;
  return withStatus({
    ...row,
    withdrawnThrough,
    ...(wasLive ? { liveVersion: null, pages: null, chunks: null } : {}),
    updatedAt: event.recordedAt,
    revision: event.revision,
  });
};

/** Jobs of several versions run in parallel; only that of the newest version sets the document's state. */
const withJobState = (
  row: DocumentRow | undefined,
  event: { readonly data: { readonly version: number }; readonly recordedAt: string },
  lastJobState: IndexingJobStatus,
): DocumentRow | undefined => {
  if (!row || event.data.version !== row.version) return row;
  return withStatus({ ...row, lastJobState, updatedAt: event.recordedAt });
};

/** Whether the version holds no PHI; one that was never screened counts as holding some. */
const isProvenClean = (
  { containsPhi }: DocumentRow,
  { phiScreen }: RecordedOf<'IndexingCompleted'>['data'],
): boolean => phiScreen !== undefined && withholdingReason(containsPhi, phiScreen) === undefined;

/**
 * A version goes live when it is indexed, unless a newer one is live already (jobs may end out of order) or it has
 * been withdrawn meanwhile.
 */
const goLive = (
  row: DocumentRow | undefined,
  event: RecordedOf<'IndexingCompleted'>,
): DocumentRow | undefined => {
  const noted = withJobState(row, event, 'COMPLETED');
  const { version, pages, chunkCount } = event.data;
  if (!noted || version <= noted.withdrawnThrough || version <= (noted.liveVersion ?? 0)) return noted;
  const live = withStatus({
    ...noted,
    ...(version === noted.version
      ? { ...indexedValues(noted, event.data), clean: isProvenClean(noted, event.data) }
      : {}),
    liveVersion: version,
    pages,
    chunks: chunkCount,
    updatedAt: event.recordedAt,
  });
  return withFolded(live);
};

const byDocKey = (event: { readonly data: { readonly docKey: string } }): readonly string[] => [
  event.data.docKey,
];

export const documentsProjection = defineKeyedProjection({
  name: 'documents',
  version: 11,
  entity: documentEntity,
  sealing: documentSealing,
  key: 'docKey',
  folds: {
    DocumentVersionAdded: { keys: byDocKey, evolve: addVersion },
    DocumentWithdrawn: { keys: byDocKey, evolve: withdraw },
    IndexingStarted: { keys: byDocKey, evolve: (row, event) => withJobState(row, event, 'RUNNING') },
    TextExtracted: {
      keys: byDocKey,
      evolve: (row, event) =>
        row && event.data.version === row.version
          ? { ...row, ...readingValues(event), updatedAt: event.recordedAt }
          : row,
    },
    IndexingRetried: { keys: byDocKey, evolve: (row, event) => withJobState(row, event, 'PENDING') },
    IndexingFailed: { keys: byDocKey, evolve: (row, event) => withJobState(row, event, 'FAILED') },
    IndexingCompleted: { keys: byDocKey, evolve: goLive },
    EmbeddingWithheld: {
      keys: byDocKey,
      evolve: (row, { data, recordedAt }) =>
        row && data.version === row.version
          ? { ...row, withheld: withheldFrom(row.withheld, data), updatedAt: recordedAt }
          : row,
    },
    ChunksReembedded: {
      keys: byDocKey,
      evolve: (row, { data }) =>
        row && data.version === row.version ? { ...row, withheld: releasedTo(row.withheld, data) } : row,
    },
  },
});
