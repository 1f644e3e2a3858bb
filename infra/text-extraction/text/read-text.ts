import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import { decodeText } from './decode-text.ts';

/**
 * Reads a plain text or Markdown file. Form feeds, which printers and `pdftotext` put between pages, divide it
 * into pages; without any it is one page.
 */
export const readText = (bytes: Uint8Array): ExtractedDocument => {
  const parts = decodeText(bytes).replace(/\r\n?/g, '\n').split('\f');
  // A form feed after the last page opens no new one.
  const pages = parts.length > 1 && parts.at(-1)?.trim() === '' ? parts.slice(0, -1) : parts;
  return { pages: pages.map((text, index) => ({ page: index + 1, text, readBy: 'native' })) };
};
