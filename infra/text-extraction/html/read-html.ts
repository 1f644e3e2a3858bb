import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import { decodeText } from '../text/decode-text.ts';
import { htmlToText } from './html-to-text.ts';

/** Reads an HTML file as one page. */
export const readHtml = (bytes: Uint8Array): ExtractedDocument => {
  const { text, ...about } = htmlToText(decodeText(bytes, true));
  return { pages: [{ page: 1, text, readBy: 'native' }], ...about };
};
