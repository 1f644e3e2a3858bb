import { defineEntity, p } from '@mikro-orm/core';
import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';
import { erasedFile, erasedProperties, versionColumns } from '../version-columns.ts';
import { foldedColumns, foldedValues } from './folded-columns.ts';

export const documentStatuses = ['indexing', 'searchable', 'failed', 'withdrawn'] as const;
/**
 * What a document is good for now. A document whose newest version fails stays `searchable` while an older one is
 * live; `lastJobState` is that of the newest.
 */
export type DocumentStatus = (typeof documentStatuses)[number];

/** The catalogue: one row a document, described by its newest version. */
export const documentEntity = defineEntity({
  name: 'Document',
  tableName: 'documents',
  schema: '*',
  properties: {
    docKey: p.text().primary(),
    /** Whom the row is about: under this subject's key its events are sealed. Not shown. */
    subject: p.text(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    /** Whether the newest version was screened and holds no PHI: it is sealed no more than it must be. Not shown. */
    clean: p.boolean(),
    /** What describes the newest version. */
    ...versionColumns(),
    ...foldedColumns,
    /** SHA-256 of the newest version's file as it was sent, by which its like is found. Not shown. */
    contentDigest: p.text().$type<Sealed<string>>().strictNullable(),
    /** The version that searches find. */
    liveVersion: p.integer().strictNullable(),
    /** Versions up to this one are withdrawn; 0 when none is. */
    withdrawnThrough: p.integer(),
    status: p.text().$type<DocumentStatus>(),
    /** State of the newest version's job. */
    lastJobState: p.text().$type<IndexingJobStatus>(),
    latestJobId: p.text(),
    /** Of the live version. */
    pages: p.integer().strictNullable(),
    /** Of the live version. */
    chunks: p.integer().strictNullable(),
    addedAt: p.text(),
    updatedAt: p.text(),
    /** Of the document's stream. */
    revision: p.integer(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['clean', 'docKey'] },
    { properties: ['status', 'docKey'] },
    { properties: ['sourceType', 'docKey'] },
    { properties: ['agency', 'docKey'] },
    // One for each filter of the catalogue; only words inside a title are found by reading along. A text of any length
    // has a place in an index of hashes, while a tree refuses rows above 2.7 kB.
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

/** What a clean document is found and sorted by. A digest would confirm guesses of what holds PHI. */
const describing = { ...erasedProperties, ...foldedValues(erasedProperties), contentDigest: null };

export const documentSealing = defineSealing(documentEntity, {
  projection: 'documents',
  since: 6,
  key: 'docKey',
  columns: { ...erasedFile, ...describing },
  plainWhenClean: { columns: Object.keys(describing), isClean: ({ clean }) => clean },
});
