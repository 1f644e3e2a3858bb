import { defineEntity, p } from '@mikro-orm/core';
import type { DocumentFormat } from '../../domain/knowledge/document-format.ts';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import type { IndexingJobState } from '../indexing-jobs/entity.ts';
import type { RowOf } from '../row-of.ts';

/** One row a version of a document. */
export const documentVersionEntity = defineEntity({
  name: 'DocumentVersion',
  tableName: 'document_versions',
  schema: '*',
  properties: {
    /** `<docKey>@<version>`. */
    versionKey: p.text().primary(),
    docKey: p.text(),
    version: p.integer(),
    jobId: p.text(),
    /** State of the version's job. */
    state: p.text().$type<IndexingJobState>(),
    superseded: p.boolean(),
    supersededByVersion: p.integer().strictNullable(),
    withdrawn: p.boolean(),
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
    pages: p.integer().strictNullable(),
    chunks: p.integer().strictNullable(),
    addedAt: p.text(),
    /** Id of the actor who added it. */
    addedBy: p.text(),
    updatedAt: p.text(),
    /** Of the document's stream, when the version was added. */
    revision: p.integer(),
  },
  indexes: [{ properties: ['docKey', 'version'] }],
});
export type DocumentVersionRow = RowOf<typeof documentVersionEntity>;
