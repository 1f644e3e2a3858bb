import { defineEntity, p } from '@mikro-orm/core';
import type { IndexingStage } from '../../domain/indexing/indexing-events.ts';
import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import type { WithheldEmbedding } from '../../domain/indexing/withheld-embedding.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';
import { readingColumns } from '../version-columns.ts';

/** One row per indexing job. */
export const indexingJobEntity = defineEntity({
  name: 'IndexingJob',
  tableName: 'indexing_jobs',
  schema: '*',
  properties: {
    jobId: p.text().primary(),
    docKey: p.text(),
    /** The subject whose key seals the row's events. Not shown. */
    subject: p.text(),
    version: p.integer(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    fileName: p.text().$type<Sealed<string>>(),
    state: p.text().$type<IndexingJobStatus>(),
    /** The current stage, or the one that failed; null before the first start and after the end. */
    stage: p.text().$type<IndexingStage>().strictNullable(),
    createdAt: p.text(),
    /** Log position of the job's document version: the order of the list. */
    createdPosition: p.bigint('number'),
    /** Start of the last attempt. */
    startedAt: p.text().strictNullable(),
    completedAt: p.text().strictNullable(),
    failedAt: p.text().strictNullable(),
    errorMessage: p.text().strictNullable(),
    errorReason: p.text().strictNullable(),
    retryCount: p.integer(),
    pages: p.integer().strictNullable(),
    ...readingColumns(),
    totalChunks: p.integer().strictNullable(),
    processedChunks: p.integer(),
    /** US dollars for all embedding so far, including other models; null when a price is unknown. */
    costUsd: p.double().$type<number>().runtimeType('number').strictNullable(),
    /** Embedding models outside the premises from which the version was withheld, and why. */
    withheld: p.json<readonly WithheldEmbedding[]>(),
    /** The newer job that replaced this one. */
    supersededBy: p.text().strictNullable(),
    updatedAt: p.text(),
    /** The revision of the job's stream; -1 before it exists. */
    revision: p.integer(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['createdPosition'] },
    { properties: ['state', 'createdPosition'] },
  ],
});
export type IndexingJobRow = OpenedRow<RowOf<typeof indexingJobEntity>>;

export const indexingJobSealing = defineSealing(indexingJobEntity, {
  projection: 'indexing-jobs',
  since: 6,
  key: 'jobId',
  columns: { fileName: ERASED_TEXT },
});
