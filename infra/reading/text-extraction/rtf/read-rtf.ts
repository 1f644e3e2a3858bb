import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount } from '../left-out-count.ts';
import { rtfToHtml } from './rtf-to-html.ts';

/** Reads an RTF text as one page: its pages exist only in print. */
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
