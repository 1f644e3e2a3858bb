import { unwrapLines } from '../../clinical-text/split-statements.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { endsUnfinished } from '../../language/ends-unfinished.ts';
import { writeLineRanges } from '../../retrieval/line-ranges.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { passageChecksum } from '../../retrieval/passage-checksum.ts';
import type { QuotedLines } from '../quoted-lines.ts';
import type { Block } from './outline/block.ts';
import { childrenOf, headsOf, stepOf } from './outline/block-tree.ts';

/** The quoted part of one passage. */
export type ExcerptPart = {
  readonly passage: Passage;
  /** The heading of the quoted lines; empty if there is none. */
  readonly section: string;
  readonly text: string;
  /** Whether it continues the step in which the previous part ended: the two are one text. */
  readonly continues: boolean;
  /** The pages of the quoted lines, in order; those of the passage if they are not known. */
  readonly pages: readonly number[];
  /** The places of the quoted lines, page by page; empty if they are not known. */
  readonly places: readonly QuotedLines[];
  /** Notes to show with the text, not in the document's words. */
  readonly notes: readonly string[];
};

/** Marks omitted lines of the passage, so that the lines around them do not seem to belong together. */
const omission = '[…]';

/** The note on the text of a flow chart. */
const seeTheFigure = 'from a flow chart: see the figure for the connections';

/** The longest part quoted whole; longer than a chunk under the policies, for documents with other chunks. */
const longestPart = 2000;

/** The document's own citation marks look like those of the answer: they are shown in another form. */
const ownReference =
  /[[［【〔⁅]\s?([\p{Nd}⁰¹²³⁴-⁹]{1,3}(?:\s?[,–-]\s?[\p{Nd}⁰¹²³⁴-⁹]{1,3})*)\s?[\]］】〕⁆]/gu;
/** A line in brackets is a note or an omission mark of the answer, which a document must not imitate. */
const ownNote = /^\[(?!…\]$)(.*)\]$/gm;
export const withoutOwnReferences = (text: string): string =>
  text.replace(ownReference, '(ref. $1)').replace(ownNote, '($1)');

/** Text up to the end of a sentence, for blocks that are longer than what can be shown. */
const wholeSentences = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const begin = text.slice(0, longest).toWellFormed();
  let end = begin.length;
  do {
    const before = begin.slice(0, end);
    end = Math.max(...['. ', '.\n', '; ', ';\n', '\n'].map((mark) => before.lastIndexOf(mark)));
  } while (end > longest / 2 && endsUnfinished(begin.slice(0, end + 1)));
  return `${begin
    .slice(0, end > longest / 2 ? end + 1 : begin.length - 1)
    .trimEnd()
    .toWellFormed()}\n${omission}`;
};

const headingMarks = /^#{1,6}\s+/;

export const plainHeading = (line: string): string => line.replace(headingMarks, '').replace(/:$/, '');

const plainLinesOf = weakMemoize((lines: readonly string[]) => lines.map(plainHeading));

/** The most headings of a path that are shown: a drug, its group, and "Contraindications" below them. */
const headingsNamed = 3;

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const isSaidBy = (title: string, heading: string): boolean => letters(title).includes(letters(heading));

/**
 * The headings above lines, outermost first: "Contraindications" alone does not name the drug. The title is shown
 * separately and not repeated.
 */
const headingPath = (blocks: readonly Block[], first: number, { title }: Passage): readonly string[] =>
  [first, ...headsOf(blocks, first)]
    .flatMap((index) =>
      blocks[index]?.kind === 'heading' ? [plainHeading(blocks[index].lines[0] ?? '')] : [],
    )
    .filter((heading, at) => at === 0 || !isSaidBy(title, heading))
    .slice(0, headingsNamed)
    .reverse();

const sectionOf = (blocks: readonly Block[], first: number, passage: Passage): string => {
  const path = headingPath(blocks, first, passage);
  if (path.length > 0) return path.join(' > ');
  const section = passage.sectionPath.at(-1) ?? '';
  // If the section of the passage is an ordinary line of the text, such as "CONTACT BASE", it is not a heading.
  const isLine = blocks.some(
    ({ kind, lines }, at) =>
      (kind !== 'heading' || at > first) && plainLinesOf(lines).some((one) => one.endsWith(section)),
  );
  return isLine ? '' : section;
};

/** Joins lines that the page wrapped; the rule under the heading of a table stays. */
const textOf = (block: Block | undefined, isLast: boolean): string => {
  if (block === undefined) return '';
  // Heading marks are layout.
  const lines = block.kind === 'table' ? block.lines : unwrapLines(block.lines.join('\n'));
  const text = lines.map((line) => line.replace(headingMarks, '')).join('\n');
  // The document continues elsewhere, or not at all.
  return isLast && endsUnfinished(text) ? `${text} ${omission}` : text;
};

/** Whether a block belongs to the same step as the quoted block right before it. */
const isGoingOn = (blocks: readonly Block[], first: number, isQuoted: ReadonlySet<number>): boolean => {
  if (!isQuoted.has(first - 1) || blocks[first]?.kind === 'heading') return false;
  const isUnfinished = endsUnfinished(blocks[first - 1]?.lines.at(-1) ?? '');
  return isUnfinished || stepOf(blocks, first) === stepOf(blocks, first - 1);
};

/** Whether entries right after the last quoted one in one of its lists are not quoted. */
const entriesFollow = (blocks: readonly Block[], last: number, isQuoted: ReadonlySet<number>): boolean =>
  !isQuoted.has(last + 1) &&
  [last, ...headsOf(blocks, last)].some((at) => {
    if (blocks[at]?.kind !== 'entry') return false;
    const next = childrenOf(blocks, blocks[at].under).find((one) => one > at);
    return next !== undefined && blocks[next]?.kind === 'entry' && !isQuoted.has(next);
  });

/** Whether text between two blocks is left out. */
const leavesOut = (
  blocks: readonly Block[],
  after: number,
  before: number,
  isQuoted: ReadonlySet<number>,
): boolean =>
  blocks.slice(after + 1, before).some(({ kind }, at) => kind !== 'heading' && !isQuoted.has(after + 1 + at));

/** Whether a block is not the first below its heading, and the preceding ones are left out. */
const beginsLate = (blocks: readonly Block[], first: number, isQuoted: ReadonlySet<number>): boolean => {
  if (blocks[first]?.kind === 'heading' || isQuoted.has(first - 1)) return false;
  const heading = headsOf(blocks, first).find((at) => blocks[at]?.kind === 'heading');
  return heading !== undefined && leavesOut(blocks, heading, first, isQuoted);
};

/** The shown parts of a document as one text, with one mark for each omission. */
export const joinParts = (parts: readonly ExcerptPart[]): string =>
  parts
    .map(({ text, continues }, index) => {
      if (index === 0) return text;
      const isMarked = parts[index - 1]?.text.endsWith(omission) === true;
      const own = isMarked && text.startsWith(`${omission}\n`) ? text.slice(omission.length + 1) : text;
      return continues || isMarked || own.startsWith(omission) ? `\n${own}` : `\n${omission}\n${own}`;
    })
    .join('');

/** The pages of the lines of blocks, in order. */
const pagesOf = (blocks: readonly (Block | undefined)[]): readonly number[] => {
  const pages = blocks.flatMap((block) =>
    (block?.places ?? []).flatMap(({ pages: [first, last] }) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    ),
  );
  return [...new Set(pages)].sort((one, other) => one - other);
};

/**
 * The lines of blocks by page and passage; headings only if there is nothing else: readers look for the text below
 * them.
 */
const linesOf = (blocks: readonly (Block | undefined)[]): readonly QuotedLines[] => {
  const all = blocks.flatMap((block) =>
    (block?.places ?? []).map((place, at) => ({
      ...place,
      isHeading: block?.kind === 'heading' || /^#{1,6}\s/.test(block?.lines[at] ?? ''),
    })),
  );
  const below = all.filter(({ isHeading }) => !isHeading);
  const places = (below.length > 0 ? below : all).flatMap(({ passage, pages: [page, last], line }) =>
    line === undefined || page !== last ? [] : [{ passage, page, line }],
  );
  const byPlace = Map.groupBy(places, ({ passage, page }) => `${page} ${passage.chunkId}`);
  return [...byPlace.values()].flatMap((together) => {
    const [first] = together;
    const lines = writeLineRanges(together.map(({ line }) => line));
    if (first === undefined || lines === undefined) return [];
    const { passage, page } = first;
    return [{ page, chunkId: passage.chunkId, lines, checksum: passageChecksum(passage.text) }];
  });
};

const writePart = (
  blocks: readonly Block[],
  { passage, indexes: chosen }: { readonly passage: Passage; readonly indexes: readonly number[] },
  isQuoted: ReadonlySet<number>,
): readonly ExcerptPart[] => {
  const section = sectionOf(blocks, chosen[0] ?? 0, passage);
  // The heading that names the part is not repeated. If nothing else was chosen, there is no part, unless the document
  // has no other text.
  const [first = 0] = chosen;
  const isNamedHeading =
    blocks[first]?.kind === 'heading' &&
    plainHeading(blocks[first].lines[0] ?? '') === headingPath(blocks, first, passage).at(-1);
  const isHeading = (index: number): boolean => blocks[index]?.kind === 'heading';
  const isBare = [...isQuoted].every(isHeading);
  const named = isNamedHeading && !isBare ? chosen.slice(1) : chosen;
  if (!isBare && named.every(isHeading)) return [];
  // The text under the last headings is in the next part, which is named after them.
  const shown = isBare ? named : named.slice(0, named.findLastIndex((index) => !isHeading(index)) + 1);
  const pieces = shown.flatMap((index, place) => {
    const before = shown[place - 1];
    const text = textOf(blocks[index], !isQuoted.has(index + 1));
    const isCutBefore =
      before === undefined ? beginsLate(blocks, index, isQuoted) : leavesOut(blocks, before, index, isQuoted);
    return isCutBefore ? [omission, text] : [text];
  });
  // The introduction of a list that is not shown must not seem to introduce the next text.
  const last = chosen.at(-1) ?? 0;
  const isCut =
    blocks[last]?.kind !== 'heading' && blocks[last + 1]?.under === last && !isQuoted.has(last + 1);
  // A list that ends before that of the document reads as if it were complete.
  const isMarked = isCut || entriesFollow(blocks, last, isQuoted);
  const shownPieces = isMarked ? [...pieces, omission] : pieces;
  const text = withoutOwnReferences(wholeSentences(shownPieces.join('\n'), longestPart));
  const quoted = shown.map((index) => blocks[index]);
  return [
    {
      passage,
      section,
      text,
      continues: isGoingOn(blocks, chosen[0] ?? 0, isQuoted),
      pages: pagesOf(quoted),
      places: linesOf(quoted),
      notes: [
        ...(passage.flowChart ? [seeTheFigure] : []),
        ...new Set(quoted.flatMap((block) => block?.notes ?? [])),
      ],
    },
  ];
};

/** The chosen blocks of a document verbatim, passage by passage and page by page, with a mark for each omission. */
export const writeExcerpt = (blocks: readonly Block[], chosen: readonly number[]): readonly ExcerptPart[] => {
  const parts: { readonly passage: Passage; readonly page: string; readonly indexes: number[] }[] = [];
  for (const index of chosen) {
    const block = blocks[index];
    if (block === undefined) continue;
    const { passage, places } = block;
    const page = String(places[0]?.pages);
    const last = parts.at(-1);
    // A heading stays with its text.
    const isHead = last?.indexes.every((at) => blocks[at]?.kind === 'heading') === true;
    if (last?.passage === passage && (last.page === page || isHead)) last.indexes.push(index);
    else parts.push({ passage, page, indexes: [index] });
  }
  const isQuoted = new Set(chosen);
  return parts.flatMap((part) => writePart(blocks, part, isQuoted));
};
