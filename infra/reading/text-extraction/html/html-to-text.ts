import type { CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { FileProperties } from '../../../../domain/knowledge/file-properties.ts';
import type { LeftOut } from '../../../../domain/knowledge/left-out.ts';
import { isBlock } from './block-elements.ts';
import { loadHtml } from './load-html.ts';
import { markLists } from './mark-lists.ts';
import { readPageStyles } from './page-styles.ts';
import { readHtmlProperties } from './read-html-properties.ts';
import { removeInvisibleContent } from './remove-invisible-content.ts';
import { tableToMarkdown } from './table-to-markdown.ts';
import { writePagePrintLevels } from './write-print-levels.ts';

/** The text of an HTML document in a Markdown-like form, with its metadata. */
type HtmlText = {
  readonly text: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly properties: FileProperties;
  readonly leftOut: LeftOut;
};

const skipped: ReadonlySet<string> = new Set(
  'script style noscript template nav button select textarea input svg iframe object canvas audio video head'.split(
    ' ',
  ),
);
const skippedRoles: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'search']);

/** Deeper than people nest; deeper content is read as plain text. */
const deepest = 200;

const isSkipped = (element: Element): boolean =>
  skipped.has(element.name) ||
  element.attribs.hidden !== undefined ||
  element.attribs['aria-hidden'] === 'true' ||
  skippedRoles.has(element.attribs.role ?? '');

/** Collects lines: inline text flows together, and blank lines separate blocks. */
const createWriter = () => {
  const lines: string[] = [];
  let line = '';
  let prefix = '';
  let laterPrefix = '';
  const flush = (): void => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') {
      lines.push(prefix + text);
      prefix = laterPrefix;
    }
    line = '';
  };
  return {
    text: (text: string): void => {
      line += text;
    },
    breakLine: flush,
    paragraph: (): void => {
      flush();
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
    },
    /** Sets a mark before the next line, such as `# ` or `- `; later lines of the same item are indented by `rest`. */
    mark: (text: string, rest = text.replace(/\S/g, ' ')): void => {
      flush();
      prefix = text;
      laterPrefix = rest;
    },
    unmark: (): void => {
      flush();
      prefix = '';
      laterPrefix = '';
    },
    raw: (text: string): void => {
      flush();
      for (const part of text.split('\n')) lines.push(part);
    },
    result: (): string => {
      flush();
      return lines.join('\n').trim();
    },
  };
};
type Writer = ReturnType<typeof createWriter>;

/** The mark before each list item, such as `3.` or `-`. An item that is absent has its number in its text. */
type ListMarks = ReadonlyMap<Element, string>;
const noMarks: ListMarks = new Map();
/** Indentation of further lines of an item that has its number in its text. */
const usualIndent = 3;

/** Returns all text below a node, without recursion: for content nested too deep or inside a cell. */
const plainText = (root: AnyNode, marks: ListMarks = noMarks): string => {
  const parts: string[] = [];
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'text') parts.push(node.data);
    else if ('children' in node && !(node.type === 'tag' && isSkipped(node))) {
      if (node.type === 'tag' && (node.name === 'br' || node.name === 'li' || isBlock(node))) parts.push(' ');
      const mark = node.type === 'tag' ? marks.get(node) : undefined;
      if (mark !== undefined && mark !== '-') parts.push(`${mark} `);
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index];
        if (child !== undefined) stack.push(child);
      }
    }
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
};

type Place = { readonly depth: number; readonly indent: string; readonly marks: ListMarks };

const writeChildren = (children: readonly AnyNode[], writer: Writer, place: Place): void => {
  for (const child of children) writeNode(child, writer, { ...place, depth: place.depth + 1 });
};

const writeItem = (item: Element, writer: Writer, place: Place): void => {
  const mark = place.marks.get(item);
  const label = mark === undefined ? '' : `${mark} `;
  const indent = place.indent + ' '.repeat(label === '' ? usualIndent : label.length);
  writer.mark(place.indent + label, indent);
  writeChildren(item.name === 'li' ? item.children : [item], writer, { ...place, indent });
  writer.unmark();
};

const writeList = (list: Element, writer: Writer, place: Place): void => {
  if (place.indent === '') writer.paragraph();
  else writer.breakLine();
  for (const child of list.children) {
    if (child.type !== 'tag' || isSkipped(child)) continue;
    if (child.name === 'li' || child.name === 'ol' || child.name === 'ul')
      writeItem(child, writer, { ...place, depth: place.depth + 1 });
    // Items may be in wrappers.
    else writeNode(child, writer, { ...place, depth: place.depth + 1 });
  }
  if (place.indent === '') writer.paragraph();
};

const hasTable = (nodes: readonly AnyNode[]): boolean => {
  const stack = [...nodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'tag') continue;
    if (node.name === 'table') return true;
    for (const child of node.children) stack.push(child);
  }
  return false;
};

const writeTable = (table: Element, writer: Writer, place: Place): void => {
  writer.paragraph();
  const rendered = hasTable(table.children)
    ? undefined
    : tableToMarkdown(table, (node) => plainText(node, place.marks));
  // A layout table is read as the blocks that it contains.
  if (rendered === undefined) writeChildren(table.children, writer, place);
  else {
    for (const title of rendered.titles) writer.raw(title);
    writer.raw(rendered.table);
  }
  writer.paragraph();
};

const writeElement = (element: Element, writer: Writer, place: Place): void => {
  const heading = /^h([1-6])$/.exec(element.name)?.[1];
  if (heading !== undefined) {
    writer.paragraph();
    writer.mark(`${'#'.repeat(Number(heading))} `);
    writer.text(plainText(element, place.marks));
    writer.unmark();
    writer.paragraph();
  } else if (element.name === 'ul' || element.name === 'ol') writeList(element, writer, place);
  else if (element.name === 'li') writeItem(element, writer, place);
  else if (element.name === 'table') writeTable(element, writer, place);
  else if (element.name === 'br') writer.breakLine();
  else if (element.name === 'hr' || element.name === 'tr') {
    writer.paragraph();
    writeChildren(element.children, writer, place);
  } else if (isBlock(element)) {
    // Inside a list item, a paragraph is a line of the item.
    if (place.indent === '') writer.paragraph();
    else writer.breakLine();
    writeChildren(element.children, writer, place);
    if (place.indent === '') writer.paragraph();
    else writer.breakLine();
  } else {
    if (element.name === 'td' || element.name === 'th') writer.text(' ');
    writeChildren(element.children, writer, place);
  }
};

const writeNode = (node: AnyNode, writer: Writer, place: Place): void => {
  if (node.type === 'text') writer.text(node.data);
  else if (node.type === 'tag' && !isSkipped(node)) {
    if (place.depth >= deepest) writer.text(` ${plainText(node, place.marks)} `);
    else writeElement(node, writer, place);
  }
};

const lengthOf = (nodes: readonly AnyNode[]): number =>
  nodes.reduce((sum, node) => sum + plainText(node).length, 0);

/** Finds the main content of a page: `main`, a single `article`, or else the body without its frame. */
const mainContent = ($: CheerioAPI): readonly AnyNode[] => {
  const body = $('body').get();
  const whole = lengthOf(body);
  for (const selector of ['main, [role="main"]', 'article']) {
    const found = $(selector).get();
    if (found.length === 1 && lengthOf(found) * 4 >= whole) return found;
  }
  $('body > header:not(:has(h1)), body > footer').remove();
  return body;
};

const nonEmpty = (text: string | undefined): string | undefined => {
  const trimmed = text?.replace(/\s+/g, ' ').trim();
  return trimmed === undefined || trimmed === '' ? undefined : trimmed;
};

/** Writes the number of each note of a Word document before it, in place of its back link. */
const numberNotes = ($: CheerioAPI): void => {
  const notes = $('li[id^="footnote-"], li[id^="endnote-"]').get();
  for (const [index, note] of notes.entries()) {
    const first = $(note).find('p').first();
    $(note).find('a[href*="note-ref-"]').remove();
    (first.length > 0 ? first : $(note)).prepend(`<sup>${index + 1}</sup> `);
  }
};

/**
 * Converts an HTML page to text: its main content with headings as `#`, lists as `-` or with the numbers that a
 * reader sees, and tables as Markdown. Leaves out scripts, navigation, forms and hidden content. With `in-text` list
 * numbers, none are written before the items.
 */
export const htmlToText = (
  html: string,
  { listNumbers = 'from-lists' }: { readonly listNumbers?: 'from-lists' | 'in-text' } = {},
): HtmlText => {
  const $ = loadHtml(html);
  const title = nonEmpty($('head > title').first().text());
  const author = nonEmpty($('meta[name="author" i]').first().attr('content'));
  const properties = readHtmlProperties($);
  const styleOf = readPageStyles($);
  const leftOut = removeInvisibleContent($, styleOf);
  if (listNumbers === 'in-text') numberNotes($);
  writePagePrintLevels($, styleOf);
  const writer = createWriter();
  const content = mainContent($);
  const all = markLists($);
  const marks = listNumbers === 'from-lists' ? all : new Map([...all].filter(([, mark]) => mark === '-'));
  writeChildren(content, writer, { depth: 0, indent: '', marks });
  return {
    text: writer.result(),
    properties,
    leftOut,
    ...omitUndefined({ title }),
    ...(author === undefined ? {} : { authors: [author] }),
  };
};
