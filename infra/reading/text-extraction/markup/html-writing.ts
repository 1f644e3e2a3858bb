import { printedIn } from './symbol-fonts.ts';

/** A stretch of text with what its file says about how it is shown. */
export type Span = {
  readonly text: string;
  readonly level?: 'raised' | 'lowered' | undefined;
  readonly isStruck?: boolean;
  readonly isHidden?: boolean;
  /** The font, which decides what is printed where it is one of symbols. */
  readonly font?: string | undefined;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML; ends of lines are kept. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character).replaceAll('\n', '<br>');

const within = (tag: string, isIn: boolean, html: string, attributes = ''): string =>
  isIn ? `<${tag}${attributes}>${html}</${tag}>` : html;

/** A stretch as HTML: raised, struck and hidden text as the elements that say so. */
export const spanHtml = ({ text, level, isStruck = false, isHidden = false, font }: Span): string => {
  if (text === '') return '';
  const levelled = within(
    'sub',
    level === 'lowered',
    within('sup', level === 'raised', escapeHtml(printedIn(font, text))),
  );
  return within('span', isHidden, within('s', isStruck, levelled), ' hidden');
};

/** A paragraph, as HTML; one that is an item of a list has the level of that list, from 0, and its number, if any. */
export type Block = {
  readonly html: string;
  readonly heading?: number | undefined;
  readonly item?: { readonly level: number; readonly label?: string | undefined } | undefined;
};

/** Lists are not nested deeper by people. */
const deepestList = 9;

/** Writes paragraphs as HTML, items as nested lists. Numbers of items are in their text. */
export const blocksHtml = (blocks: readonly Block[]): string => {
  const parts: string[] = [];
  /** The lists that are open, each with an open item. */
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

/** A cell of a table that may reach over several columns and rows. */
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
