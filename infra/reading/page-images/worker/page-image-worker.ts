/**
 * Entry of a worker: draws pages on request, in a process of its own, so that whatever a file does to it, the
 * server goes on.
 */
import { workerData } from 'node:worker_threads';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import type { DrawnPage, LocatedPage, PagedText } from '../../../../ports/page-images.ts';
import { openJobPort } from '../../../resilience/worker-pool/job-port.ts';
import { encodePng } from '../../pictures/encode-png.ts';
import { loadPdfium, type Pdfium } from '../../text-extraction/pdf/pdfium.ts';
import { unreadableFile } from '../../text-extraction/unreadable-file.ts';
import { drawPage } from '../draw-page.ts';
import { markRectangles } from '../mark-rectangles.ts';
import { notePartial } from '../note-partial.ts';
import type { OpenPages } from '../open-pages.ts';
import { openPdfPages } from '../open-pdf-pages.ts';
import { openTextPages } from '../typeset/open-text-pages.ts';
import { createTypesetter, type Typesetter } from '../typeset/typesetter.ts';
import { DOCUMENT_NOT_OPEN, type PageJob, pageImageSettingsSchema } from './page-image-messages.ts';

const { drawingMs } = pageImageSettingsSchema.parse(workerData);
const { onJob, say } = openJobPort<PageJob, LocatedPage | DrawnPage>();

let pdfium: Pdfium | undefined;
let typesetter: Typesetter | undefined;
/** The document that was used last: a reader of one page usually asks for the next. */
let openDocument: { readonly id: string; readonly pages: OpenPages } | undefined;

const typesetterOf = (loaded: Pdfium): Typesetter => {
  typesetter ??= createTypesetter(loaded);
  return typesetter;
};

const openContent = (loaded: Pdfium, content: Uint8Array | PagedText): OpenPages =>
  content instanceof Uint8Array
    ? openPdfPages(loaded, content)
    : openTextPages(typesetterOf(loaded), content);

const open = (loaded: Pdfium, { id, content }: PageJob): OpenPages => {
  if (openDocument?.id === id) return openDocument.pages;
  if (content === undefined)
    throw new Failure(
      failure('unavailable', 'The document is not open.', { details: { reason: DOCUMENT_NOT_OPEN } }),
    );
  openDocument?.pages.close();
  openDocument = undefined;
  openDocument = { id, pages: openContent(loaded, content) };
  return openDocument.pages;
};

const work = (loaded: Pdfium, job: PageJob): LocatedPage | DrawnPage =>
  open(loaded, job).withPage(job.request, (page, located) => {
    if (job.width === undefined) return located;
    const drawing = {
      width: job.width,
      milliseconds: drawingMs,
      notePartial: (bitmap: number, width: number) =>
        notePartial(loaded, typesetterOf(loaded), bitmap, width),
    };
    return drawPage(loaded, page, drawing, (picture, isPartial) => {
      markRectangles(picture, located.rectangles);
      const { width, height } = picture;
      return { ...located, image: encodePng(picture), width, height, isPartial };
    });
  });

const memory = (): number => pdfium?.memory().byteLength ?? 0;

onJob(async (job) => {
  try {
    pdfium ??= await loadPdfium();
    const result = work(pdfium, job);
    say({ kind: 'done', result, memory: memory() });
  } catch (error) {
    if (error instanceof Failure) {
      say({ kind: 'refused', reason: error.reason, memory: memory() });
      return;
    }
    // An unexpected error ends the worker: its memory may be in any state, and the pool starts a new one.
    if (pdfium?.isExhausted() !== true) throw error;
    const { reason } = unreadableFile('expands_too_much');
    say({ kind: 'refused', reason, memory: Number.POSITIVE_INFINITY });
  }
});
say({ kind: 'ready' });
