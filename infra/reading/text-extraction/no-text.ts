import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import type { ExtractedPage } from '../../../domain/knowledge/extracted-page.ts';

const found = 'No readable text was found';

/** What helps: with OCR installed, it need not be recommended. */
const sentenceFor = (format: DocumentFormat, pages: readonly ExtractedPage[], hasOcr: boolean): string => {
  if (format !== 'pdf')
    return `${found}: the file is empty, or what it says is in pictures. Upload one that holds it as text, or a PDF.`;
  if (!hasOcr) return `${found}. If this is a scan, upload a version with a text layer, or install OCR.`;
  const failed = pages.filter(({ readBy }) => readBy === 'failed').length;
  return failed > 0
    ? `${found}: OCR failed on ${failed} of ${pages.length} pages. Try again, or upload a version with a text layer.`
    : `${found}, by OCR neither: the pages are blank, too faint to be read, or OCR failed. Upload a better scan, or a version with a text layer.`;
};

/**
 * The refusal of a document that holds no letter and no digit: `rule_violated`, its code `no_text` in
 * `details.reason`.
 */
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
