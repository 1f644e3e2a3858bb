import { defineEntity, p } from '@mikro-orm/core';
import type { DocumentFormat } from '../../domain/knowledge/document-format.ts';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import type { IndexingJobState } from '../indexing-jobs/entity.ts';
import type { RowOf } from '../row-of.ts';

export const documentStatuses = ['indexing', 'searchable', 'failed', 'withdrawn'] as const;
/**
 * What a document is good for now. A document whose newest version fails stays `searchable` while an older one is
 * live; `lastJobState` tells about the newest.
 */
export type DocumentStatus = (typeof documentStatuses)[number];

/** The catalogue: one row a document, described by its newest version. */
export const documentEntity = defineEntity({
  name: 'Document',
  tableName: 'documents',
  schema: '*',
  properties: {
    docKey: p.text().primary(),
    /** The newest version. */
    version: p.integer(),
    /** The version that searches find. */
    liveVersion: p.integer().strictNullable(),
    /** Versions up to this one are withdrawn; 0 when none is. */
    withdrawnThrough: p.integer(),
    status: p.text().$type<DocumentStatus>(),
    /** State of the newest version's job. */
    lastJobState: p.text().$type<IndexingJobState>(),
    latestJobId: p.text(),
    fileName: p.text(),
    format: p.text().$type<DocumentFormat>(),
    /** Bytes. */
    size: p.integer(),
    contentHash: p.text(),
    title: p.text(),
    sourceType: p.text().$type<SourceType>(),
    specialty: p.json<readonly string[]>(),
    authors: p.json<readonly string[]>(),
    organization: p.text().strictNullable(),
    publisher: p.text().strictNullable(),
    publicationYear: p.integer().strictNullable(),
    effectiveDate: p.text().strictNullable(),
    doi: p.text().strictNullable(),
    pmid: p.text().strictNullable(),
    agency: p.text().strictNullable(),
    stateCode: p.text().strictNullable(),
    protocolNumber: p.text().strictNullable(),
    containsPhi: p.boolean(),
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
    { properties: ['status', 'docKey'] },
    { properties: ['sourceType', 'docKey'] },
    { properties: ['agency', 'docKey'] },
  ],
});
export type DocumentRow = RowOf<typeof documentEntity>;
