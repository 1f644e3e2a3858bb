import type { AnyNode, Element } from 'domhandler';
import type { LeftOutCount } from '../left-out-count.ts';
import { alphabeticNumber, romanNumber } from '../list-number.ts';
import { type Cell, escapeHtml, pictureHtml, spanHtml, tableHtml } from '../markup/html-writing.ts';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import type { OpenListLevel, OpenStyle, OpenStyles } from './open-styles.ts';

/** The inputs of reading the text of an OpenDocument file. */
export type OpenTextReading = {
  readonly xml: OfficeXml;
  readonly styles: OpenStyles;
  readonly count: LeftOutCount;
  /** The formula in an embedded object, as MathML; `undefined` if the object is something else. */
  readonly formulaOf: (address: string) => string | undefined;
};

/** Elements that are not part of the text: deletions, comments, the pronunciation in ruby text. */
const skipped: ReadonlySet<string | undefined> = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:annotation-end',
  'text:ruby-text',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'office:forms',
  'office:event-listeners',
  'svg:title',
  'svg:desc',
  'presentation:notes',
]);
/** Most repetitions of a space, row or column. */
const mostRepeats = 1000;
/** Most columns of one text table. */
const mostColumns = 200;

const written = (value: number, format: string): string => {
  if (format === 'a') return alphabeticNumber(value);
  if (format === 'A') return alphabeticNumber(value).toUpperCase();
  if (format === 'i') return romanNumber(value);
  if (format === 'I') return romanNumber(value).toUpperCase();
  return String(value);
};

/** Returns a counter of list items or headings, which returns the label of the next one. */
const createCounter = (levelOf: (level: number) => OpenListLevel | undefined) => {
  const counts = new Map<number, number>();
  return (level: number, start?: number): string | undefined => {
    const own = levelOf(level);
    for (const deeper of counts.keys()) if (deeper > level) counts.delete(deeper);
    counts.set(level, start ?? (counts.get(level) ?? (own?.start ?? 1) - 1) + 1);
    if (own?.format === undefined) return undefined;
    const numbers = Array.from({ length: Math.min(own.shownLevels, level + 1) }, (_, at) => {
      const shown = level - Math.min(own.shownLevels, level + 1) + 1 + at;
      return written(counts.get(shown) ?? 1, levelOf(shown)?.format ?? '1');
    });
    return `${own.prefix}${numbers.join('.')}${own.suffix}`.trim();
  };
};
type Counter = ReturnType<typeof createCounter>;

const intOf = (value: string | undefined): number | undefined => {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

/** The state of one reading. */
type Reader = OpenTextReading & {
  readonly headingNumber: Counter;
  readonly counters: Map<string, Counter>;
  readonly notes: string[];
  /** HTML of objects anchored in the current paragraph, to be placed after it. */
  afterParagraph: string[];
};

const textBelow = (reading: OpenTextReading, element: Element): string => {
  let text = '';
  walkElements(element, (one) => {
    text += one.children.map((node) => (node.type === 'text' ? node.data : '')).join('');
    return !skipped.has(reading.xml.nameOf(one));
  });
  return text.trim();
};

const span = (text: string, { isHidden = false, isStruck = false, level, font }: OpenStyle): string =>
  spanHtml({ text, isHidden, isStruck, level: level === 'line' ? undefined : level, font });

const inline = (reader: Reader, nodes: readonly AnyNode[], style: OpenStyle): string =>
  nodes.map((node) => inlineNode(reader, node, style)).join('');

const inlineNode = (reader: Reader, node: AnyNode, style: OpenStyle): string => {
  const { xml, styles } = reader;
  if (node.type === 'text') return span(node.data, style);
  if (node.type !== 'tag') return '';
  const name = xml.nameOf(node);
  if (skipped.has(name) || name === 'text:hidden-paragraph') return '';
  switch (name) {
    case 'text:hidden-text':
      return xml.attribute(node, 'text:is-hidden') === 'true' ? '' : span(xml.$(node).text(), style);
    case 'text:s':
      return span(' '.repeat(Math.min(mostRepeats, intOf(xml.attribute(node, 'text:c')) ?? 1)), style);
    case 'text:tab':
      return span(' ', style);
    case 'text:line-break':
      return '<br>';
    case 'text:span': {
      const own = styles.textStyle('text', xml.attribute(node, 'text:style-name'));
      return inline(reader, node.children, {
        isHidden: own.isHidden ?? style.isHidden,
        isStruck: own.isStruck ?? style.isStruck,
        level: own.level ?? style.level,
        font: own.font ?? style.font,
      });
    }
    case 'text:note':
      return note(reader, node);
    case 'draw:frame':
    case 'draw:custom-shape':
    case 'draw:g':
    case 'draw:rect':
    case 'draw:text-box':
      return frame(reader, node);
    default:
      return inline(reader, node.children, style);
  }
};

const note = (reader: Reader, element: Element): string => {
  const { xml } = reader;
  const mark = xml
    .$(xml.child(element, 'text:note-citation') ?? element)
    .text()
    .trim();
  const body = blocks(reader, xml.child(element, 'text:note-body')?.children ?? []);
  // The mark goes into the first paragraph of the note.
  reader.notes.push(body.replace(/^<p>/, () => `<p><sup>${escapeHtml(mark)}</sup> `));
  return `<sup>${escapeHtml(mark)}</sup>`;
};

/** Writes a picture of the file, described by its frame. */
const picture = ({ xml }: Reader, image: Element): string => {
  const address = (xml.attribute(image, 'xlink:href') ?? '').replace(/^\.\//, '');
  const around = image.parent?.type === 'tag' ? image.parent : undefined;
  const description = xml.child(around, 'svg:desc') ?? xml.child(around, 'svg:title');
  return address === ''
    ? ''
    : pictureHtml(address, description === undefined ? '' : xml.$(description).text().trim());
};

const frameBlocks = (reader: Reader, element: Element): string => {
  const { xml, count } = reader;
  const isObject =
    xml.child(element, 'draw:object') !== undefined || xml.child(element, 'draw:object-ole') !== undefined;
  const isPicture = (node: AnyNode): boolean => xml.nameOf(node) === 'draw:image';
  const html = blocks(
    reader,
    element.children.filter((node) => !isPicture(node)),
  );
  if (isObject && html === '') count.miss();
  return html + blocks(reader, element.children.filter(isPicture));
};

/** Reads a drawing frame: a formula stays in its line, boxes and tables go after the paragraph. */
const frame = (reader: Reader, element: Element): string => {
  const { xml, formulaOf } = reader;
  const formula = xml
    .children(element, 'draw:object')
    .map((object) => formulaOf(xml.attribute(object, 'xlink:href') ?? ''))
    .find((one) => one !== undefined);
  if (formula !== undefined) return formula;
  const before = reader.afterParagraph;
  reader.afterParagraph = [];
  const html = frameBlocks(reader, element);
  reader.afterParagraph = before;
  if (html !== '') reader.afterParagraph.push(html);
  return '';
};

const isHiddenParagraph = ({ xml }: Reader, element: Element): boolean =>
  xml
    .children(element, 'text:hidden-paragraph')
    .some((field) => xml.attribute(field, 'text:is-hidden') === 'true');

const paragraph = (reader: Reader, element: Element, tag: string, label?: string): string => {
  const { xml, styles, count } = reader;
  if (isHiddenParagraph(reader, element)) {
    if (textBelow(reader, element) !== '') count.hide();
    return '';
  }
  const style = styles.textStyle('paragraph', xml.attribute(element, 'text:style-name'));
  const outer = reader.afterParagraph;
  reader.afterParagraph = [];
  const html = inline(reader, element.children, style);
  const after = reader.afterParagraph.join('\n');
  reader.afterParagraph = outer;
  const numbered = label === undefined || html.trim() === '' ? html : `${escapeHtml(label)} ${html}`;
  return (numbered.trim() === '' ? '' : `<${tag}>${numbered}</${tag}>\n`) + after;
};

const heading = (reader: Reader, element: Element): string => {
  const level = Math.max(1, intOf(reader.xml.attribute(element, 'text:outline-level')) ?? 1);
  if (textBelow(reader, element) === '') return '';
  // The title ranks above the headings, which are counted from 1.
  return paragraph(reader, element, `h${Math.min(6, level + 1)}`, reader.headingNumber(level - 1));
};

/** Returns the counter of a list: a continued list keeps its counter, any other gets a new one. */
const counterOf = (
  { xml, styles, counters }: Reader,
  list: Element,
  style: string | undefined,
  level: number,
): Counter => {
  const isContinued =
    level > 0 ||
    xml.attribute(list, 'text:continue-numbering') === 'true' ||
    xml.attribute(list, 'text:continue-list') !== undefined;
  const known = isContinued ? counters.get(style ?? '') : undefined;
  const counter = known ?? createCounter((at) => styles.listLevel(style, at));
  counters.set(style ?? '', counter);
  return counter;
};

/** The list around an element: its depth and style. */
type InList = { readonly level: number; readonly style: string | undefined };
const noList: InList = { level: 0, style: undefined };

const list = (reader: Reader, element: Element, { level, style: inherited }: InList): string => {
  const { xml, styles } = reader;
  const style = xml.attribute(element, 'text:style-name') ?? inherited;
  const counter = counterOf(reader, element, style, level);
  const inside: InList = { level: level + 1, style };
  const items = element.children.flatMap((node): readonly string[] => {
    if (node.type !== 'tag') return [];
    const name = xml.nameOf(node);
    if (name === 'text:list-header') return [`<li>${blocks(reader, node.children, inside)}</li>`];
    if (name !== 'text:list-item') return [];
    // An item with only lists inside just adds a level.
    const isOwn = node.children.some(
      (child) => child.type === 'tag' && ['text:p', 'text:h'].includes(xml.nameOf(child) ?? ''),
    );
    const label = isOwn ? counter(level, intOf(xml.attribute(node, 'text:start-value'))) : undefined;
    const html = blocks(reader, node.children, inside);
    if (html.trim() === '') return [];
    const mark = label === undefined ? '' : `${escapeHtml(label)} `;
    return [`<li>${html.replace(/^<(?:p|h\d)>/, (tag) => tag + mark)}</li>`];
  });
  if (items.length === 0) return '';
  // Headings in lists are headings.
  if (items.every((item) => /^<li><h\d>/.test(item)))
    return items.map((item) => item.replace(/^<li>|<\/li>$/g, '')).join('\n');
  const tag = styles.listLevel(style, level)?.format === undefined ? 'ul' : 'ol';
  return `<${tag}>${items.join('\n')}</${tag}>\n`;
};

const cellsOf = (reader: Reader, row: Element): readonly Cell[] => {
  const { xml } = reader;
  return xml.children(row, 'table:table-cell').flatMap((cell): readonly Cell[] => {
    const repeats = Math.min(mostColumns, intOf(xml.attribute(cell, 'table:number-columns-repeated')) ?? 1);
    const one: Cell = {
      html: blocks(reader, cell.children),
      columns: intOf(xml.attribute(cell, 'table:number-columns-spanned')) ?? 1,
      rows: intOf(xml.attribute(cell, 'table:number-rows-spanned')) ?? 1,
    };
    return Array.from({ length: repeats }, () => one);
  });
};

type Row = { readonly cells: readonly Cell[]; readonly isHead: boolean };
const groupsOfRows: ReadonlySet<string | undefined> = new Set(['table:table-rows', 'table:table-row-group']);

const rowsOf = (reader: Reader, holder: Element, isHead: boolean): readonly Row[] => {
  const { xml, count } = reader;
  return holder.children.flatMap((node): readonly Row[] => {
    if (node.type !== 'tag') return [];
    const name = xml.nameOf(node);
    if (name === 'table:table-header-rows') return rowsOf(reader, node, true);
    if (groupsOfRows.has(name)) return rowsOf(reader, node, isHead);
    if (name !== 'table:table-row') return [];
    if (!['collapse', 'filter'].includes(xml.attribute(node, 'table:visibility') ?? ''))
      return [{ cells: cellsOf(reader, node), isHead }];
    if (textBelow(reader, node) !== '') count.hide();
    return [];
  });
};

const table = (reader: Reader, element: Element): string => {
  const rows = rowsOf(reader, element, false);
  const heads = rows.findIndex(({ isHead }) => !isHead);
  return tableHtml(
    rows.map(({ cells }) => cells),
    Math.max(0, heads),
  );
};

const block = (reader: Reader, node: AnyNode, inList: InList): string => {
  if (node.type !== 'tag') return '';
  const { xml, styles, count } = reader;
  const name = xml.nameOf(node);
  if (skipped.has(name)) return '';
  switch (name) {
    case 'text:p': {
      const rank = styles.headingOfStyle(xml.attribute(node, 'text:style-name'));
      return paragraph(reader, node, rank === undefined ? 'p' : `h${Math.min(6, rank)}`);
    }
    case 'text:h':
      return heading(reader, node);
    case 'text:list':
      return list(reader, node, inList);
    case 'table:table':
      return table(reader, node);
    case 'text:section':
      if (xml.attribute(node, 'text:display') === 'none') {
        if (textBelow(reader, node) !== '') count.hide();
        return '';
      }
      return blocks(reader, node.children, inList);
    case 'draw:image':
      return picture(reader, node);
    case 'draw:frame':
      return frame(reader, node) + reader.afterParagraph.splice(0).join('\n');
    default:
      return blocks(reader, node.children, inList);
  }
};

const blocks = (reader: Reader, nodes: readonly AnyNode[], inList = noList): string =>
  nodes.map((node) => block(reader, node, inList)).join('');

/** Reads the text of an OpenDocument file (OASIS OpenDocument 1.3, part 3, chapters 4 to 6) as HTML. */
export const createOpenTextReader = (reading: OpenTextReading) => {
  const reader: Reader = {
    ...reading,
    headingNumber: createCounter(reading.styles.outlineLevel),
    counters: new Map(),
    notes: [],
    afterParagraph: [],
  };
  return {
    /** Returns the blocks below an element. */
    read: (element: Element | undefined): string => blocks(reader, element?.children ?? []),
    /** Returns the notes collected so far and removes them. */
    takeNotes: (): string => {
      const taken = reader.notes.splice(0).join('\n');
      return taken === '' ? '' : `<hr>\n${taken}`;
    },
  };
};
