/**
 * Entry of a worker: reads files one after the other, in a process of its own, so that whatever a file does to it, the
 * server goes on.
 */
import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import { openJobPort } from '../../../resilience/worker-pool/job-port.ts';
import { type CachingOcr, cachePages } from '../ocr/cache-pages.ts';
import { createOcrEngine } from '../ocr/create-ocr-engine.ts';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { loadPdfium, type Pdfium } from '../pdf/pdfium.ts';
import type { PdfReading } from '../pdf/read-pdf.ts';
import { readDocument } from '../read-document.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { type ExtractionJob, FIGURES_STEP, type WorkerSettings } from './extraction-messages.ts';

const { limits, ocr: choice, pagesFolder }: WorkerSettings = workerData;
const engine = createOcrEngine(choice);
const rememberFor = ({ pagesKey }: ExtractionJob): CachingOcr | undefined =>
  engine && pagesFolder !== undefined && pagesKey !== undefined
    ? cachePages(engine, { folder: pagesFolder, engineName: JSON.stringify(choice), key: pagesKey })
    : undefined;
const { onJob, say } = openJobPort<ExtractionJob, ExtractedDocument>();

let pdfium: Pdfium | undefined;
/** True while the figures of the current file are drawn, after its text has been read. */
let isDrawing = false;
const onFigures = (): void => {
  isDrawing = true;
  say({ kind: 'progress', step: FIGURES_STEP });
};
const pdfFor = (job: ExtractionJob, ocr: OcrEngine | undefined) => async (): Promise<PdfReading> => {
  pdfium ??= await loadPdfium();
  return {
    pdfium,
    limits,
    ocr,
    skipPages: new Set(job.skipPages),
    onPage: (page) => say({ kind: 'progress', step: page }),
    skipFigures: job.skipFigures,
    onFigures,
  };
};
const memory = (): number => (pdfium?.memory().byteLength ?? 0) + getHeapStatistics().total_heap_size;

onJob(async (job) => {
  const remembering = rememberFor(job);
  isDrawing = false;
  try {
    const result = await readDocument(job, { limits, pdf: pdfFor(job, remembering ?? engine), onFigures });
    await remembering?.forget();
    say({ kind: 'done', result, memory: memory() });
  } catch (error) {
    if (error instanceof Failure) {
      await remembering?.forget();
      say({ kind: 'refused', reason: error.reason, memory: memory() });
      return;
    }
    // An unexpected error ends the worker: its memory may be in any state, and the pool starts a new one. A picture
    // that exhausts memory is no reason to refuse the file: it is read again without its figures.
    if (isDrawing || pdfium?.isExhausted() !== true) throw error;
    const { reason } = unreadableFile('expands_too_much');
    say({ kind: 'refused', reason, memory: Number.POSITIVE_INFINITY });
  }
});
say({ kind: 'ready' });
