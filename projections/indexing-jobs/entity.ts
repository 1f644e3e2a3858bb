import { defineEntity, p } from '@mikro-orm/core';
import type { IndexingStage } from '../../domain/indexing/indexing-events.ts';
import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import type { WithheldEmbedding } from '../../domain/indexing/withheld-embedding.ts';
import type { LeftOut } from '../../domain/knowledge/left-out.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';

/** One row an indexing job. */
export const indexingJobEntity = defineEntity({
  name: 'IndexingJob',
  tableName: 'indexing_jobs',
  schema: '*',
  properties: {
    jobId: p.text().primary(),
    docKey: p.text(),
    /** Whom the row is about: under this subject's key its events are sealed. Not shown. */
    subject: p.text(),
    version: p.integer(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    fileName: p.text().$type<Sealed<string>>(),
    state: p.text().$type<IndexingJobStatus>(),
    /** The stage in work, or the one that failed; null before the first start and after the end. */
    stage: p.text().$type<IndexingStage>().strictNullable(),
    createdAt: p.text(),
    /** Log position of the document version that the job was made for: the order of the list. */
    createdPosition: p.bigint('number'),
    /** Of the last attempt. */
    startedAt: p.text().strictNullable(),
    completedAt: p.text().strictNullable(),
    failedAt: p.text().strictNullable(),
    errorMessage: p.text().strictNullable(),
    errorReason: p.text().strictNullable(),
    retryCount: p.integer(),
    pages: p.integer().strictNullable(),
    /** How the pages were read that are not plain text: see `ReadingQuality`. */
    ocrPages: p.json<readonly number[]>(),
    ocrPageCount: p.integer(),
    failedPages: p.json<readonly number[]>(),
    failedPageCount: p.integer(),
    lowestOcrConfidence: p.double().$type<number>().runtimeType('number').strictNullable(),
    /** Text that was left out because no one sees it: see `LeftOut`. Shown as warnings. */
    leftOut: p.json<LeftOut>().strictNullable(),
    totalChunks: p.integer().strictNullable(),
    processedChunks: p.integer(),
    /** US dollars for all embedding so far, with other models as well; null where a price is not known. */
    costUsd: p.double().$type<number>().runtimeType('number').strictNullable(),
    /** Embedding models outside the premises that the version was kept from, and why. */
    withheld: p.json<readonly WithheldEmbedding[]>(),
    /** The newer job that took the place of this one. */
    supersededBy: p.text().strictNullable(),
    updatedAt: p.text(),
    /** Of the job's stream; -1 before it exists. */
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
