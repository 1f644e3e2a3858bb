import type { TextSpan } from '../../clinical-text/text-span.ts';
import { isTableRow } from '../markdown-row.ts';
import {
  type Heading,
  hasPartNumber,
  headingOf,
  isCapitalsHeading,
  isSectionName,
  withoutColon,
} from './heading-of.ts';

/** A unit of layout: a heading, table, list or paragraph. The items of a list have their own spans. */
export type TextBlock = TextSpan &
  (
    | { readonly kind: 'heading'; readonly heading: Heading }
    | { readonly kind: 'table'; readonly rows: readonly TextSpan[] }
    | { readonly kind: 'list'; readonly items: readonly TextSpan[]; readonly numbered: boolean }
    | { readonly kind: 'paragraph' }
  );

type Line = TextSpan & { readonly text: string };

const linesOf = (text: string): readonly Line[] => {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({ text: line, start, end: start + line.length });
    start += line.length + 1;
  }
  return lines;
};

const isEmpty = (line: string): boolean => line.trim() === '';
const numberedItem =
  /^\s*(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s+\S|(?:\*\*)?[Ss]tep\s+\d{1,3}(?:\s*\*\*)?\s*[:.)–—-]|[①-⑳]\s*\S)/u;
const isNumbered = (line: string): boolean => numberedItem.test(line) || hasPartNumber(line);
// An asterisk without a space marks a note: `*Maximum 10 mg`.
const bulletItem = /^\s*(?:[-•◦▪●○‣❑➢❶-❿➀-➓]\s*\S|\*\s+\S)/;
/** The beginning of a table's caption. */
export const tableCaption = /^\s*(?:\*\*)?table\s+[\dIVX]+/i;

/** True when a line opens a list item. Horizontal rules and bold text are not bullets. */
const isItem = (line: string): boolean =>
  isNumbered(line) || (bulletItem.test(line) && !/^\s*(?:[-*]{2,}|\*\*|-\d)/.test(line));

type Kind = 'empty' | 'heading' | 'underlined' | 'table' | 'item' | 'text';

const kindOf = (line: string): Kind => {
  if (isEmpty(line)) return 'empty';
  if (isTableRow(line)) return 'table';
  if (headingOf(line) !== undefined) return 'heading';
  return isItem(line) ? 'item' : 'text';
};

/** The end of the run of lines from `from` on which satisfy `belongs`. */
const endOfRun = (lines: readonly Line[], from: number, belongs: (index: number) => boolean): number => {
  let end = from + 1;
  while (end < lines.length && belongs(end)) end += 1;
  return end;
};

const spanOf = (lines: readonly Line[], from: number, to: number): TextSpan => ({
  start: lines[from]?.start ?? 0,
  end: lines[to - 1]?.end ?? 0,
});

/** The number of an item such as `7. Transport`, `Step 7: Transport` or `⑦ Transport`. */
const numberOf = (line = ''): number | undefined => {
  const digits = /^\s*(?:\(?(\d{1,3})[.)]\s|(?:\*\*)?[Ss]tep\s+(\d{1,3})\b)/.exec(line);
  const written = digits?.[1] ?? digits?.[2];
  if (written !== undefined) return Number(written);
  const circled = /^\s*([①-⑳])/.exec(line)?.[1]?.charCodeAt(0);
  return circled === undefined ? undefined : circled - 0x245f;
};

/**
 * The kinds of the lines, where steps such as `1.1 Open the airway`, which look like headings one by one, become items:
 * headings have text between them, steps follow each other.
 */
const withDottedSteps = (lines: readonly Line[], kinds: readonly Kind[]): readonly Kind[] => {
  const marked = [...kinds];
  let run: number[] = [];
  const close = (): void => {
    // Two alone may be a section's heading and that of its first part.
    if (run.length >= 3 || (run.length === 2 && run.some((index) => kinds[index] === 'item')))
      for (const index of run) marked[index] = 'item';
    run = [];
  };
  for (const [index, { text }] of lines.entries()) {
    const kind = kinds[index];
    if ((kind === 'heading' || kind === 'item') && hasPartNumber(text)) run.push(index);
    else if (kind !== 'empty') close();
  }
  close();
  return marked;
};

const underline = /^ {0,3}(={3,}|-{3,})\s*$/;
/** The beginning of a table row below a rule. */
const rowStart = /^(?:\s*[<>≤≥~])?\s*\d/;

/**
 * The heading that the line below underlines, as in Markdown (`===` is level 1, `---` is level 2) and in plain text.
 */
const underlinedHeading = (
  lines: readonly Line[],
  kinds: readonly Kind[],
  at: number,
): Heading | undefined => {
  const [before, line, below, after] = [lines[at - 1], lines[at], lines[at + 1], lines[at + 2]];
  if (line === undefined || below === undefined) return undefined;
  const mark = underline.exec(below.text)?.[1];
  const title = line.text.trim();
  if (mark === undefined || title.length > maxTitleLength || !/\p{L}/u.test(title)) return undefined;
  const kind = kinds[at];
  // A list's last item above a dividing line is not a heading; a numbered title has an underline of its own length.
  if (kind === 'item' ? Math.abs(mark.length - title.length) > 2 : kind !== 'text' && kind !== 'heading')
    return undefined;
  // Nor is the last line of a paragraph, a sentence above a dividing line, or a table's head above its rule.
  const isAlone =
    kinds[at - 1] !== 'text' && kinds[at - 1] !== 'item'
      ? true
      : before?.text.trim() === mark && mark.length > 3;
  if (!isAlone || /[.;,]$/.test(title)) return undefined;
  if (mark.startsWith('-') && rowStart.test(after?.text ?? '') && kinds[at + 2] !== 'item') return undefined;
  const words = headingOf(`# ${title}`)?.title ?? title;
  return { level: mark.startsWith('=') ? 1 : 2, title: withoutColon(words), marked: true };
};

/** The rule below the head of a table without outer pipes: `--- | :---:`. */
const openRule = /^(?:\s*\|)?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+(?:\|\s*)?$/;
/** The longest line that is read as a row of such a table. */
const maxRowLength = 2000;
const cellCount = (line: string): number =>
  line.length > maxRowLength
    ? 0
    : line
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/).length;

/**
 * The kinds of the lines, where the rows of tables without outer pipes become table rows: the line above a rule with as
 * many cells, the rule, and the lines with a pipe below it (GitHub Flavored Markdown, "Tables").
 */
const withOpenTables = (lines: readonly Line[], kinds: readonly Kind[]): readonly Kind[] => {
  const marked = [...kinds];
  let end = 0;
  for (const [index, { text }] of lines.entries()) {
    const head = lines[index - 1];
    if (index < end || head === undefined || text.length > maxRowLength || !openRule.test(text)) continue;
    if (cellCount(head.text) !== cellCount(text)) continue;
    end = endOfRun(lines, index, (row) => cellCount(lines[row]?.text ?? '') > 1);
    marked.fill('table', index - 1, end);
  }
  return marked;
};

/** For each line, the number of the next item before any heading or table. */
const nextNumbered = (lines: readonly Line[], kinds: readonly Kind[]): readonly (number | undefined)[] => {
  const next: (number | undefined)[] = [];
  let found: number | undefined;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    if (kinds[index] !== 'item' && kinds[index] !== 'text' && kinds[index] !== 'empty') found = undefined;
    found = (kinds[index] === 'item' ? numberOf(lines[index]?.text) : undefined) ?? found;
    next[index] = found;
  }
  return next;
};

/** The longest underlined title. */
const maxTitleLength = 100;

/** The longest heading joined from several lines, in characters. */
const maxHeadingLength = 160;

/** The end of a heading in capitals that is broken over lines: before a colon, a section name or an empty line. */
const endOfHeading = (lines: readonly Line[], kinds: readonly Kind[], at: number): number => {
  const isOpen = (line: string): boolean =>
    isCapitalsHeading(line) && !isSectionName(line) && !/:\s*$/.test(line);
  const start = lines[at]?.start ?? 0;
  return endOfRun(lines, at, (index) => {
    const [before, line] = [lines[index - 1], lines[index]];
    if (before === undefined || line === undefined || kinds[index] !== 'heading') return false;
    return (
      isOpen(before.text) &&
      isCapitalsHeading(line.text) &&
      !isSectionName(line.text) &&
      line.end - start <= maxHeadingLength
    );
  });
};

/** The items up to a line: each begins with its mark and includes the lines up to the next one. */
const itemsOf = (lines: readonly Line[], starts: readonly number[], end: number): readonly TextSpan[] =>
  starts.map((from, index) => spanOf(lines, from, starts[index + 1] ?? end));

/**
 * Splits a document into headings, tables, lists and paragraphs, in order. Only white space separates two blocks. A
 * list continues over an empty line when another item or the next step follows. Linear in the length of the text.
 */
export const findTextBlocks = (text: string): readonly TextBlock[] => {
  const lines = linesOf(text);
  const kinds = [
    ...withDottedSteps(
      lines,
      withOpenTables(
        lines,
        lines.map(({ text: line }) => kindOf(line)),
      ),
    ),
  ];
  const underlined = new Map<number, Heading>();
  for (const at of lines.keys()) {
    const heading = underlinedHeading(lines, kinds, at);
    if (heading === undefined) continue;
    underlined.set(at, heading);
    kinds[at] = 'underlined';
    kinds[at + 1] = 'underlined';
  }
  const upcoming = nextNumbered(lines, kinds);
  const blocks: TextBlock[] = [];
  let at = 0;
  while (at < lines.length) {
    const kind = kinds[at];
    const titled = underlined.get(at);
    if (kind === 'empty') {
      at += 1;
    } else if (titled !== undefined) {
      blocks.push({ kind: 'heading', heading: titled, ...spanOf(lines, at, at + 2) });
      at += 2;
    } else if (kind === 'heading') {
      const end = endOfHeading(lines, kinds, at);
      const heading = headingOf(lines[at]?.text ?? '');
      const title = lines.slice(at, end).map(({ text: line }) => headingOf(line)?.title ?? '');
      if (heading !== undefined)
        blocks.push({ kind, heading: { ...heading, title: title.join(' ') }, ...spanOf(lines, at, end) });
      at = end;
    } else if (kind === 'table') {
      const end = endOfRun(lines, at, (index) => kinds[index] === 'table');
      blocks.push({ kind, rows: lines.slice(at, end), ...spanOf(lines, at, end) });
      at = end;
    } else if (kind === 'item') {
      const starts = [at];
      let last = numberOf(lines[at]?.text);
      const end = endOfRun(lines, at, (index) => {
        if (kinds[index] === 'item') {
          starts.push(index);
          last = numberOf(lines[index]?.text) ?? last;
        }
        // After an empty line the list continues with an item, or with text before the next step.
        if (kinds[index] === 'empty')
          return kinds[index + 1] === 'item' || (last !== undefined && upcoming[index] === last + 1);
        return kinds[index] === 'item' || kinds[index] === 'text';
      });
      const numbered = starts.filter((index) => isNumbered(lines[index]?.text ?? '')).length >= 2;
      blocks.push({ kind: 'list', items: itemsOf(lines, starts, end), numbered, ...spanOf(lines, at, end) });
      at = end;
    } else {
      const end = endOfRun(
        lines,
        at,
        (index) => kinds[index] === 'text' && !tableCaption.test(lines[index]?.text ?? ''),
      );
      blocks.push({ kind: 'paragraph', ...spanOf(lines, at, end) });
      at = end;
    }
  }
  return blocks;
};
