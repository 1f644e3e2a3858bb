import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import type { ExtractedPage } from '../../../domain/knowledge/extracted-page.ts';

const found = 'No readable text was found';

/** The message with advice that fits: OCR is not recommended when it is installed. */
const sentenceFor = (format: DocumentFormat, pages: readonly ExtractedPage[], hasOcr: boolean): string => {
  if (format !== 'pdf')
    return `${found}: the file is empty, or its content is in pictures. Upload a file with the content as text, or a PDF.`;
  if (!hasOcr) return `${found}. If this is a scan, upload a version with a text layer, or install OCR.`;
  const failed = pages.filter(({ readBy }) => readBy === 'failed').length;
  return failed > 0
    ? `${found}: OCR failed on ${failed} of ${pages.length} pages. Try again, or upload a version with a text layer.`
    : `${found}, not even by OCR: the pages are blank, too faint to be read, or OCR failed. Upload a better scan, or a version with a text layer.`;
};

/** Returns the refusal of a document without letters or digits: `rule_violated`, with `no_text` in `details.reason`. */
export const noText = (
  format: DocumentFormat,
  pages: readonly ExtractedPage[],
  { hasOcr }: { readonly hasOcr: boolean },
): Failure =>
  new Failure(
    failure('rule_violated', sentenceFor(format, pages, hasOcr), {
      component: 'text-extraction',
      details: { reason: 'no_text', pages: pages.length },
    }),
  );
