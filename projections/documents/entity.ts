import { defineEntity, p } from '@mikro-orm/core';
import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';
import { erasedFile, erasedProperties, versionColumns } from '../version-columns.ts';
import { foldedColumns, foldedValues } from './folded-columns.ts';

export const documentStatuses = ['indexing', 'searchable', 'failed', 'withdrawn'] as const;
/**
 * The current status of a document. A document whose newest version failed stays `searchable` while an older one is
 * live; `lastJobState` is that of the newest.
 */
export type DocumentStatus = (typeof documentStatuses)[number];

/** The catalogue: one row per document, described by its newest version. */
export const documentEntity = defineEntity({
  name: 'Document',
  tableName: 'documents',
  schema: '*',
  properties: {
    docKey: p.text().primary(),
    /** The subject whose key seals the row's events. Not shown. */
    subject: p.text(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    /**
     * Whether the newest version was screened and holds no PHI; then only the necessary columns are sealed. Not
     * shown.
     */
    clean: p.boolean(),
    /** The description of the newest version. */
    ...versionColumns(),
    ...foldedColumns,
    /** SHA-256 of the newest version's file as uploaded, used to find duplicates. Not shown. */
    contentDigest: p.text().$type<Sealed<string>>().strictNullable(),
    /** The searchable version. */
    liveVersion: p.integer().strictNullable(),
    /** Versions up to this one are withdrawn; 0 when none is. */
    withdrawnThrough: p.integer(),
    status: p.text().$type<DocumentStatus>(),
    /** State of the newest version's job. */
    lastJobState: p.text().$type<IndexingJobStatus>(),
    latestJobId: p.text(),
    /** Pages of the live version. */
    pages: p.integer().strictNullable(),
    /** Chunks of the live version. */
    chunks: p.integer().strictNullable(),
    addedAt: p.text(),
    updatedAt: p.text(),
    /** The revision of the document's stream. */
    revision: p.integer(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['clean', 'docKey'] },
    { properties: ['status', 'docKey'] },
    { properties: ['sourceType', 'docKey'] },
    { properties: ['agency', 'docKey'] },
    // One index for each filter of the catalogue; only words inside a title are found by scanning. A hash index takes
    // text of any length, while a B-tree refuses rows above 2.7 kB.
    { properties: ['specialty'], type: 'gin' },
    { properties: ['authors'], type: 'gin' },
    { properties: ['foldedCondition'], type: 'gin' },
    { properties: ['stateCode'], type: 'hash' },
    { properties: ['organization'], type: 'hash' },
    { properties: ['publisher'], type: 'hash' },
    { properties: ['foldedDoi'], type: 'hash' },
    { properties: ['pmid'], type: 'hash' },
    { properties: ['foldedProtocolNumber'], type: 'hash' },
    { properties: ['url'], type: 'hash' },
    { properties: ['foldedEdition'], type: 'hash' },
    { properties: ['foldedChapter'], type: 'hash' },
    { properties: ['foldedDrugClass'], type: 'gin' },
    { properties: ['foldedIndication'], type: 'gin' },
    { properties: ['foldedCounty'], type: 'hash' },
    { properties: ['foldedAgencyId'], type: 'hash' },
    { properties: ['contentDigest'], type: 'hash' },
    { properties: ['effectiveDate'] },
    { properties: ['publicationYear'] },
    { properties: ['lastUpdated'] },
  ],
});
export type StoredDocumentRow = RowOf<typeof documentEntity>;
export type DocumentRow = OpenedRow<StoredDocumentRow>;

/** The columns by which a clean document is found and sorted. A digest could confirm guesses of content with PHI. */
const describing = { ...erasedProperties, ...foldedValues(erasedProperties), contentDigest: null };

export const documentSealing = defineSealing(documentEntity, {
  projection: 'documents',
  since: 6,
  key: 'docKey',
  columns: { ...erasedFile, ...describing },
  plainWhenClean: { columns: Object.keys(describing), isClean: ({ clean }) => clean },
});
