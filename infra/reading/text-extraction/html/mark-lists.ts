import type { CheerioAPI } from 'cheerio';
import type { Element, ParentNode } from 'domhandler';
import { alphabeticNumber, romanNumber } from '../list-number.ts';

type Style = 'decimal' | 'lower-alpha' | 'upper-alpha' | 'lower-roman' | 'upper-roman' | 'bullet' | 'none';

const styleOfType: Readonly<Record<string, Style>> = {
  '1': 'decimal',
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};
const styleOfName: Readonly<Record<string, Style>> = {
  decimal: 'decimal',
  'lower-alpha': 'lower-alpha',
  'lower-latin': 'lower-alpha',
  'upper-alpha': 'upper-alpha',
  'upper-latin': 'upper-alpha',
  'lower-roman': 'lower-roman',
  'upper-roman': 'upper-roman',
  disc: 'bullet',
  circle: 'bullet',
  square: 'bullet',
  none: 'none',
};

/** Returns the marker style that an element declares: by its inline style, which wins, or by its type. */
const ownStyle = ({ attribs }: Element): Style | undefined => {
  const declared = /(?:^|;)\s*list-style(?:-type)?\s*:\s*([^;]*)/i.exec(attribs.style ?? '')?.[1] ?? '';
  const byName = declared
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => styleOfName[word] ?? [])[0];
  return byName ?? (attribs.type === undefined ? undefined : styleOfType[attribs.type.trim()]);
};

/** Parses an integer as HTML does: anything after the digits is ignored. */
const integer = (text: string | undefined): number | undefined => {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
};

const written = (value: number, style: Style): string => {
  switch (style) {
    case 'bullet':
      return '-';
    case 'none':
      return '';
    case 'lower-alpha':
      return `${alphabeticNumber(value)}.`;
    case 'upper-alpha':
      return `${alphabeticNumber(value).toUpperCase()}.`;
    case 'lower-roman':
      return `${romanNumber(value)}.`;
    case 'upper-roman':
      return `${romanNumber(value).toUpperCase()}.`;
    case 'decimal':
      return `${value}.`;
  }
};

/** Most wrappers to look through between an item and its list. */
const maxWrappers = 20;

const isList = (node: ParentNode): node is Element =>
  node.type === 'tag' && (node.name === 'ol' || node.name === 'ul' || node.name === 'menu');

const listOf = (item: Element): Element | undefined => {
  let at = item.parent;
  for (let depth = 0; at !== null && depth < maxWrappers && !isList(at); depth += 1) at = at.parent;
  return at !== null && isList(at) ? at : undefined;
};

/**
 * Computes the marks that a browser shows before the list items of a page: `start`, `reversed`, `type` and `value` as
 * the HTML Standard defines them (4.4.5 and 4.4.8), and the list styles of the elements. Hidden items are not
 * counted.
 */
export const markLists = ($: CheerioAPI): ReadonlyMap<Element, string> => {
  const lists = new Map<Element, Element[]>();
  for (const item of $('li').get()) {
    const list = item.attribs.hidden === undefined ? listOf(item) : undefined;
    if (list === undefined) continue;
    const items = lists.get(list);
    if (items === undefined) lists.set(list, [item]);
    else items.push(item);
  }
  const marks = new Map<Element, string>();
  for (const [list, items] of lists) {
    const ordered = list.name === 'ol';
    const step = ordered && list.attribs.reversed !== undefined ? -1 : 1;
    const style = ownStyle(list) ?? (ordered ? 'decimal' : 'bullet');
    let next = integer(ordered ? list.attribs.start : undefined) ?? (step < 0 ? items.length : 1);
    for (const item of items) {
      const value = integer(item.attribs.value) ?? next;
      next = value + step;
      // An unordered item without a marker is still an item; in an ordered list the page may write its own numbers.
      const mark = written(value, ownStyle(item) ?? style) || (ordered ? '' : '-');
      if (mark !== '') marks.set(item, mark);
    }
  }
  return marks;
};
