/** Entry of a worker thread: reads the files it is sent, one after the other, so that the server's loop stays free. */
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../../domain/kernel/failure.ts';
import { createTesseract } from '../ocr/tesseract.ts';
import { loadPdfium, type Pdfium } from '../pdf/pdfium.ts';
import type { PdfReading } from '../pdf/read-pdf.ts';
import { readDocument } from '../read-document.ts';
import type { ExtractionJob, WorkerMessage, WorkerSettings } from './extraction-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

const { limits, tesseract }: WorkerSettings = workerData;
const ocr = tesseract === undefined ? undefined : createTesseract(tesseract);
const say = (message: WorkerMessage): void => port.postMessage(message);

let pdfium: Pdfium | undefined;
const pdf = async (): Promise<PdfReading> => {
  pdfium ??= await loadPdfium();
  return { pdfium, limits, ocr, onPage: () => say({ kind: 'progress' }) };
};
const memory = (): number => pdfium?.memory().byteLength ?? 0;

port.on('message', async (job: ExtractionJob) => {
  try {
    const document = await readDocument(job, { limits, pdf });
    say({ kind: 'done', document, memory: memory() });
  } catch (error) {
    // Anything unexpected ends the worker: its memory may be in any state, and the pool starts a new one.
    if (!(error instanceof Failure)) throw error;
    say({ kind: 'refused', reason: error.reason, memory: memory() });
  }
});
