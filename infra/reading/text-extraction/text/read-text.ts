import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { DocumentFormat } from '../../../../domain/knowledge/document-format.ts';
import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import { decodeText } from './decode-text.ts';
import { layOutTables } from './lay-out-tables.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { readMarkdownMarks } from './read-markdown-marks.ts';

/**
 * Reads a plain text or Markdown file. Form feeds, which printers and `pdftotext` put between pages, divide it into
 * pages; without any it is one page. Tables set with tabs, commas or blanks become Markdown. The front matter of
 * Markdown becomes properties and is removed from the text.
 */
export const readText = (bytes: Uint8Array, format: DocumentFormat = 'text'): ExtractedDocument => {
  const decoded = decodeText(bytes).replace(/\r\n?/g, '\n');
  const { text: source, properties } =
    format === 'markdown' ? readFrontMatter(decoded) : { text: decoded, properties: {} };
  const { text: whole, leftOut = undefined } =
    format === 'markdown' ? readMarkdownMarks(source) : { text: source };
  const parts = whole.split('\f');
  // A form feed after the last page opens no new one.
  const pages = parts.length > 1 && parts.at(-1)?.trim() === '' ? parts.slice(0, -1) : parts;
  return {
    pages: pages.map((text, index) => ({ page: index + 1, text: layOutTables(text), readBy: 'native' })),
    properties,
    ...omitUndefined({ leftOut }),
  };
};
