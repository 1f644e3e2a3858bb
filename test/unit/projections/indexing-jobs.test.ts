import { describe, expect, it } from 'vitest';
import { costAfter } from '../../../domain/indexing/embedding-cost.ts';
import type { IndexingJobRow } from '../../../projections/indexing-jobs/entity.ts';
import { toIndexingJobDto } from '../../../projections/indexing-jobs/indexing-job-dto.ts';
import { indexingJobsProjection } from '../../../projections/indexing-jobs/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, secondsIn } from '../../support/recorded-history.ts';
import {
  chunked,
  cleaned,
  completed,
  embedded,
  extracted,
  extractedInPart,
  failed,
  jobIdOf,
  reembedded,
  requested,
  retried,
  started,
  superseded,
  versionAdded,
  withheldFromModel,
} from '../../support/sample-events.ts';

const key = 'protocol-1219';
const jobId = jobIdOf(key, 1);
const jobAfter = (...sampled: readonly StreamEvent[]): IndexingJobRow => {
  const row = rowsAfter(indexingJobsProjection, versionAdded(key, 1), ...sampled).get(jobId);
  if (!row) throw new Error('The job is missing.');
  return row;
};

describe('the list of indexing jobs', () => {
  it('shows a job as pending before its own stream exists', () => {
    expect(jobAfter()).toEqual({
      jobId,
      docKey: key,
      subject: `document:${key}`,
      version: 1,
      fileName: `${key}.pdf`,
      state: 'PENDING',
      stage: null,
      createdAt: secondsIn(1),
      createdPosition: 1,
      startedAt: null,
      completedAt: null,
      failedAt: null,
      errorMessage: null,
      errorReason: null,
      retryCount: 0,
      pages: null,
      ocrPages: [],
      ocrPageCount: 0,
      failedPages: [],
      failedPageCount: 0,
      lowestOcrConfidence: null,
      leftOut: null,
      totalChunks: null,
      processedChunks: 0,
      costUsd: 0,
      withheld: [],
      supersededBy: null,
      updatedAt: secondsIn(1),
      revision: -1,
    });
  });

  it('has the revision of the job stream when that exists', () => {
    expect(jobAfter(requested(key, 1))).toMatchObject({ state: 'PENDING', revision: 0 });
    expect(jobAfter(requested(key, 1), started(key, 1)).revision).toBe(1);
  });

  it('shows the current stage and the progress of embedding', () => {
    const steps: readonly (readonly [StreamEvent, Partial<IndexingJobRow>])[] = [
      [requested(key, 1), { state: 'PENDING', stage: null }],
      [started(key, 1), { state: 'RUNNING', stage: 'extract', startedAt: secondsIn(3) }],
      [extracted(key, 1, 4), { stage: 'clean', pages: 4 }],
      [cleaned(key, 1), { stage: 'chunk' }],
      [chunked(key, 1, 9), { stage: 'embed', totalChunks: 9, processedChunks: 0 }],
      [embedded(key, 1, 5), { stage: 'embed', totalChunks: 9, processedChunks: 5 }],
      [embedded(key, 1, 9), { stage: 'publish', totalChunks: 9, processedChunks: 9 }],
      [
        completed(key, 1, 4, { chunkCount: 9 }),
        { state: 'COMPLETED', stage: null, completedAt: secondsIn(9), processedChunks: 9, totalChunks: 9 },
      ],
    ];
    const so: StreamEvent[] = [];
    for (const [event, expected] of steps) {
      so.push(event);
      expect(jobAfter(...so)).toMatchObject(expected);
    }
  });

  it('lists the pages read by OCR and the unreadable ones, even after completion', () => {
    const row = jobAfter(
      requested(key, 1),
      started(key, 1),
      extracted(key, 1, 9, [
        { page: 7, readBy: 'failed' },
        { page: 2, readBy: 'ocr', ocrConfidence: 0.91 },
        { page: 1, readBy: 'ocr', ocrConfidence: 0.83 },
        { page: 3, readBy: 'ocr' },
      ]),
      completed(key, 1, 9, { chunkCount: 9 }),
    );
    expect(row).toMatchObject({
      state: 'COMPLETED',
      ocrPages: [1, 2, 3],
      ocrPageCount: 3,
      failedPages: [7],
      failedPageCount: 1,
      lowestOcrConfidence: 0.83,
    });
  });

  it('counts the invisible text that was omitted', () => {
    const begun = [requested(key, 1), started(key, 1)];
    const row = jobAfter(...begun, extractedInPart(key, 1, { hidden: 2, struck: 1 }));
    expect(toIndexingJobDto(row).warnings).toEqual([
      'Hidden text left out (2 places).',
      'Struck-out text left out (1 place).',
    ]);
    expect(toIndexingJobDto(jobAfter(...begun, extracted(key, 1, 1))).warnings).toEqual([]);
  });

  it('counts all pages of a scanned textbook, and lists at most the first two hundred', () => {
    const scanned = Array.from({ length: 3000 }, (_, index) => ({ page: index + 1, readBy: 'ocr' as const }));
    const row = jobAfter(requested(key, 1), started(key, 1), extracted(key, 1, 3000, scanned));
    expect(row.ocrPageCount).toBe(3000);
    expect(row.ocrPages).toEqual(scanned.slice(0, 200).map(({ page }) => page));
    expect(row.lowestOcrConfidence).toBeNull();
  });

  it('adds up the cost of embedding, with other models as well, to a billionth of a dollar', () => {
    const begun = [requested(key, 1), started(key, 1), chunked(key, 1, 9)];
    const priced = [
      embedded(key, 1, 3, { cost: 0.1 }),
      embedded(key, 1, 6, { cost: 0.2 }),
      embedded(key, 1, 9, { cost: 0.000_000_13 }),
    ];
    expect(jobAfter(...begun, ...priced).costUsd).toBe(0.300_000_13);
    expect(
      jobAfter(
        ...begun,
        ...priced,
        completed(key, 1, 1, { chunkCount: 9 }),
        reembedded(key, 1, { cost: 0.5 }),
      ).costUsd,
    ).toBe(0.800_000_13);
  });

  it('shows the model from which a version was withheld, until that model receives it', () => {
    const begun = [requested(key, 1), started(key, 1), chunked(key, 1, 9)];
    const kept = [
      ...begun,
      withheldFromModel(key, 1),
      withheldFromModel(key, 1, 'other'),
      withheldFromModel(key, 1),
    ];
    const row = jobAfter(...kept, embedded(key, 1, 9), completed(key, 1, 1, { chunkCount: 9 }));
    expect(row.withheld).toEqual([
      { model: 'other', reason: 'screened' },
      { model: 'cloud', reason: 'screened' },
    ]);
    const { warnings } = toIndexingJobDto(row);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/appears to name a patient.*model other.*found by its words/);
    const given = jobAfter(
      ...kept,
      completed(key, 1, 1, { chunkCount: 9 }),
      reembedded(key, 1, { model: 'other' }),
    );
    expect(given.withheld).toEqual([{ model: 'cloud', reason: 'screened' }]);
  });

  it('includes the cost before a job failed', () => {
    const paid = failed(key, 1, 'embed', { cost: 0.25 });
    const begun = [
      requested(key, 1),
      started(key, 1),
      chunked(key, 1, 9),
      embedded(key, 1, 3, { cost: 0.5 }),
    ];
    expect(jobAfter(...begun, paid).costUsd).toBe(0.75);
    expect(jobAfter(...begun, failed(key, 1, 'embed')).costUsd).toBe(0.5);
    expect(jobAfter(...begun, failed(key, 1, 'embed', { cost: 0, costUnknown: true })).costUsd).toBeNull();
  });

  it('shows no cost if one price is unknown', () => {
    expect([costAfter(0.1, { cost: 0, costUnknown: true }), costAfter(null, { cost: 0.1 })]).toEqual([
      null,
      null,
    ]);
  });

  it('shows where and why a job failed', () => {
    expect(jobAfter(requested(key, 1), started(key, 1), failed(key, 1, 'chunk'))).toMatchObject({
      state: 'FAILED',
      stage: 'chunk',
      failedAt: secondsIn(4),
      errorReason: 'encrypted_pdf',
      errorMessage: 'The PDF is protected by a password.',
    });
  });

  it('clears the error when a retry is requested, which continues at the failed stage', () => {
    const retriedJob = [
      requested(key, 1),
      started(key, 1),
      extracted(key, 1, 4),
      failed(key, 1, 'clean'),
      retried(key, 1, 1),
    ];
    expect(jobAfter(...retriedJob)).toMatchObject({
      state: 'PENDING',
      retryCount: 1,
      failedAt: null,
      errorMessage: null,
      errorReason: null,
    });
    expect(jobAfter(...retriedJob, started(key, 1, 2))).toMatchObject({
      state: 'RUNNING',
      stage: 'clean',
      pages: 4,
      startedAt: secondsIn(7),
    });
  });

  it('permits three retries of a failed job, and of no other', () => {
    const canRetry = (row: IndexingJobRow) => toIndexingJobDto(row).canRetry;
    const sampled: StreamEvent[] = [requested(key, 1), started(key, 1)];
    expect(canRetry(jobAfter(...sampled))).toBe(false);
    for (const retryCount of [1, 2, 3]) {
      sampled.push(failed(key, 1));
      expect(canRetry(jobAfter(...sampled))).toBe(true);
      sampled.push(retried(key, 1, retryCount));
      expect(canRetry(jobAfter(...sampled))).toBe(false);
    }
    sampled.push(failed(key, 1));
    expect(toIndexingJobDto(jobAfter(...sampled))).toMatchObject({
      retryCount: 3,
      maxRetries: 3,
      canRetry: false,
    });
  });

  it('names the newer job that replaced a job', () => {
    expect(jobAfter(completed(key, 1), superseded(key, 1, 2))).toMatchObject({
      state: 'SUPERSEDED',
      supersededBy: jobIdOf(key, 2),
      completedAt: secondsIn(2),
    });
  });
});
