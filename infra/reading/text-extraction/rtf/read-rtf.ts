import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount } from '../left-out-count.ts';
import { rtfToHtml } from './rtf-to-html.ts';

/** Reads a text in RTF as one page, since its pages exist only when it is printed. */
export const readRtf = async (bytes: Uint8Array): Promise<ExtractedDocument> => {
  const count = createLeftOutCount();
  const { html, title, author } = rtfToHtml(Buffer.from(bytes).toString('latin1'), count);
  const { text, leftOut } = htmlToText(html, { listNumbers: 'in-text' });
  count.add(leftOut);
  return {
    pages: [{ page: 1, text, readBy: 'native' }],
    ...(title === '' ? {} : { title }),
    ...(author === '' ? {} : { authors: [author] }),
    leftOut: count.result(),
  };
};
