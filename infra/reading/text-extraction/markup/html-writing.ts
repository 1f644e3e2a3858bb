import { decodeSymbolFont } from './symbol-fonts.ts';

/** A stretch of text with its formatting. */
export type Span = {
  readonly text: string;
  readonly level?: 'raised' | 'lowered' | undefined;
  readonly isStruck?: boolean;
  readonly isHidden?: boolean;
  /** The font: a symbol font changes the printed characters. */
  readonly font?: string | undefined;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML; line ends become `<br>`. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character).replaceAll('\n', '<br>');

const within = (tag: string, isIn: boolean, html: string, attributes = ''): string =>
  isIn ? `<${tag}${attributes}>${html}</${tag}>` : html;

/** Writes a stretch as HTML, with elements for raised, struck and hidden text. */
export const spanHtml = ({ text, level, isStruck = false, isHidden = false, font }: Span): string => {
  if (text === '') return '';
  const levelled = within(
    'sub',
    level === 'lowered',
    within('sup', level === 'raised', escapeHtml(decodeSymbolFont(font, text))),
  );
  return within('span', isHidden, within('s', isStruck, levelled), ' hidden');
};

/** A paragraph as HTML. A list item has its list level, from 0, and its number, if any. */
export type Block = {
  readonly html: string;
  readonly heading?: number | undefined;
  readonly item?: { readonly level: number; readonly label?: string | undefined } | undefined;
};

/** People do not nest lists deeper. */
const deepestList = 9;

/** Writes paragraphs as HTML, items as nested lists with their numbers in the text. */
export const blocksHtml = (blocks: readonly Block[]): string => {
  const parts: string[] = [];
  /** The open lists, each with an open item. */
  const open: ('ul' | 'ol')[] = [];
  const closeTo = (depth: number): void => {
    while (open.length > depth) parts.push(`</li></${open.pop()}>`);
  };
  for (const { html, heading, item } of blocks) {
    if (html.trim() === '') continue;
    if (item === undefined) {
      closeTo(0);
      const tag = heading === undefined ? 'p' : `h${Math.min(6, Math.max(1, heading))}`;
      parts.push(`<${tag}>${html}</${tag}>`);
      continue;
    }
    const kind = item.label === undefined ? 'ul' : 'ol';
    const level = Math.min(item.level, open.length, deepestList);
    closeTo(level + 1);
    if (open[level] !== undefined && open[level] !== kind) closeTo(level);
    if (open.length > level) parts.push('</li><li>');
    else {
      open.push(kind);
      parts.push(`<${kind}><li>`);
    }
    parts.push(item.label === undefined ? html : `${escapeHtml(item.label)} ${html}`);
  }
  closeTo(0);
  return parts.join('\n');
};

/** A table cell that may span several columns and rows. */
export type Cell = { readonly html: string; readonly columns?: number; readonly rows?: number };

/** Writes a table as HTML, its first rows as its head. */
export const tableHtml = (rows: readonly (readonly Cell[])[], headRows = 0): string => {
  const written = rows.map((row, index) => {
    const tag = index < headRows ? 'th' : 'td';
    const cells = row.map(
      ({ html, columns = 1, rows: down = 1 }) =>
        `<${tag} colspan="${columns}" rowspan="${down}">${html}</${tag}>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${written.join('\n')}</table>`;
};

/** Writes a picture that is a part of the file, with the text that describes it. */
export const pictureHtml = (name: string, description = ''): string =>
  `<img src="${escapeHtml(name)}" alt="${escapeHtml(description)}">`;
