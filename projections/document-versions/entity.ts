import { defineEntity, p } from '@mikro-orm/core';
import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow } from '../sealing/sealed.ts';
import { erasedFile, erasedProperties, versionColumns } from '../version-columns.ts';

/** One row per document version. */
export const documentVersionEntity = defineEntity({
  name: 'DocumentVersion',
  tableName: 'document_versions',
  schema: '*',
  properties: {
    /** `<docKey>@<version>`. */
    versionKey: p.text().primary(),
    docKey: p.text(),
    /** The subject whose key seals the row's events. Not shown. */
    subject: p.text(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    ...versionColumns(),
    jobId: p.text(),
    /** State of the version's job. */
    state: p.text().$type<IndexingJobStatus>(),
    superseded: p.boolean(),
    supersededByVersion: p.integer().strictNullable(),
    withdrawn: p.boolean(),
    pages: p.integer().strictNullable(),
    chunks: p.integer().strictNullable(),
    /** The model that the version was indexed with. */
    embeddingModel: p.text().strictNullable(),
    indexedAt: p.text().strictNullable(),
    addedAt: p.text(),
    /** Id of the actor who added it. */
    addedBy: p.text(),
    updatedAt: p.text(),
    /** The revision of the document's stream when the version was added. */
    revision: p.integer(),
  },
  indexes: [{ properties: ['subject'] }, { properties: ['docKey', 'version'] }],
});
export type DocumentVersionRow = OpenedRow<RowOf<typeof documentVersionEntity>>;

export const documentVersionSealing = defineSealing(documentVersionEntity, {
  projection: 'document-versions',
  since: 6,
  key: 'versionKey',
  columns: { ...erasedFile, ...erasedProperties },
});
