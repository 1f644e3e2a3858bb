import type { TextBlock } from './find-text-blocks.ts';
import { isSectionName } from './heading-of.ts';
import { readsAsTitle } from './reads-as-title.ts';
import { type SectionNumber, sectionNumberOf, sequenceOf, withoutNumber } from './section-number.ts';

type HeadingBlock = Extract<TextBlock, { readonly kind: 'heading' }>;

/** A document's blocks, and for each heading the titles from the outermost to its own. */
export type Outline = {
  readonly blocks: readonly TextBlock[];
  readonly pathOf: ReadonlyMap<TextBlock, readonly string[]>;
};

type Section = {
  readonly level: number;
  readonly title: string;
  readonly number?: SectionNumber | undefined;
};
type Path = readonly Section[];

/** The deepest nesting of sections. */
const maxDepth = 6;

/** A heading that announces the document itself. */
const titleLabel = /^(?:subject|title)\s*:/i;

/** Lines that look like headings and head nothing: a page count, a table of contents, a company name. */
const contentsTitle =
  /^(?:\W{0,9}(?:full prescribing information[\s:]{0,9})?(?:table of )?contents|list of (?:tables|figures|contents)|in this (?:guideline|document|section))\W{0,9}(?:page\W{0,9})?$/i;
const pageCount = /^\W*(?:page\s*)?\d{1,4}\s*(?:of|\/|\|)\s*\d{1,4}\W*$|^\W*page\s*\d{1,4}\W*$/i;
const companyName = /\b(?:inc|ltd|llc|corp|corporation|gmbh|plc|s\.?a|co)\.?\W*$/i;
/** The caption of a table or a figure, which titles only that table or figure. */
const caption = /^(?:table|figure|fig\.|box|chart|exhibit)\s+[\dA-Z][\d.]*\s*[.:–—-]/i;
const noSection = (title: string): boolean =>
  !readsAsTitle(title) ||
  pageCount.test(title) ||
  caption.test(title) ||
  (companyName.test(title) && /\p{Ll}|,/u.test(title) && title.length <= 80);

/** The page number at the end of a line of contents, after dots … */
const leaderDots = /(?:(?:\.\s?){4}[.\s]{0,300}|…{2}[…\s]{0,300})(?:\d{1,4}\s{0,9})?$/;
/** … or after white space. */
const leader = new RegExp(String.raw`${leaderDots.source}|\s\d{1,3}$`);

/** A title as it is compared: without a trailing page number, case, spaces and punctuation. */
const keyOf = (title: string): string =>
  title
    .replace(leader, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const isHeading = (block: TextBlock | undefined): block is HeadingBlock => block?.kind === 'heading';

/** The shortest text, in characters, that makes a heading more than a line of contents. */
const minText = 160;

/**
 * The headings that are lines of a table of contents: the same title heads text further down, and little text follows
 * here. A title without a number is such a line only below the title of the table of contents.
 */
const contentsOf = (blocks: readonly TextBlock[]): ReadonlySet<TextBlock> => {
  const entries = new Set<TextBlock>();
  const later = new Set<string>();
  let text = 0;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined) continue;
    if (!isHeading(block)) {
      text += block.end - block.start;
      continue;
    }
    const key = keyOf(block.heading.title);
    if (text < minText && later.has(key)) entries.add(block);
    else later.add(key);
    text = 0;
  }
  const found = new Set<TextBlock>();
  let isList = false;
  for (const block of blocks) {
    if (!isHeading(block)) continue;
    const { title } = block.heading;
    const isTitle = contentsTitle.test(title);
    const isEntry = entries.has(block) || leaderDots.test(title);
    isList = isTitle || (isList && isEntry);
    if (isTitle || (isEntry && (isList || leaderDots.test(title) || sectionNumberOf(title) !== undefined)))
      found.add(block);
  }
  return found;
};

/**
 * Returns the index of the first block after the title block. Capitals before any other text are the letterhead and
 * title, unless one names a section.
 */
const endOfTitleBlock = (blocks: readonly TextBlock[]): number => {
  const first = blocks.findIndex(
    (block) => block.kind !== 'heading' || block.heading.marked || isSectionName(block.heading.title),
  );
  return Math.max(0, first);
};

/** The headings in force after a new one, which closes those of the same and deeper levels. */
const enter = (path: Path, section: Section): Path => [
  ...path.filter(({ level }) => level < section.level),
  section,
];

const samePart = (one: SectionNumber | undefined, other: SectionNumber | undefined): SectionNumber => {
  const end = one?.findIndex((part, index) => part !== other?.[index]) ?? 0;
  return (end < 0 ? one : one?.slice(0, end)) ?? [];
};

const nameOf = (number: SectionNumber): string => number.join('.');

/** The level of the outermost heading that is not marked as one in print. */
const unmarked = 7;

/**
 * The sections that enclose the text between two numbered ones: those whose numbers both share. While the top-level
 * count continues and its sections are known by their numbers alone, the current one counts too, because large print is
 * no evidence then.
 */
const floorOf = (
  seen: ReadonlyMap<string, Path>,
  last: SectionNumber | undefined,
  next: SectionNumber | undefined,
): Path => {
  const shared = samePart(last, next);
  if (shared.length > 0) return seen.get(nameOf(shared)) ?? [];
  const outer = seen.get(nameOf(last?.slice(0, 1) ?? [])) ?? [];
  const isCountedOn = last !== undefined && next !== undefined && (next[0] ?? 0) > (last[0] ?? 0);
  return isCountedOn && (outer.at(-1)?.level ?? 0) >= unmarked ? outer : [];
};

/** True when a heading may hold sections that are counted from one: it has no text of its own, or is called a part. */
const mayHoldCount = ({ title }: Section, hasText: boolean): boolean =>
  !hasText || /^(?:chapter|part|annex|appendix|volume|module|unit)\b/i.test(title);

/**
 * Finds the path of each heading: by its number when it has one, otherwise by its level within its neighbours' section.
 */
const placeHeadings = (
  headings: readonly { readonly block: HeadingBlock; readonly hasText: boolean }[],
  numberOf: (block: HeadingBlock) => SectionNumber | undefined,
): ReadonlyMap<TextBlock, Path> => {
  const paths = new Map<TextBlock, Path>();
  const upcoming: (SectionNumber | undefined)[] = [];
  let next: SectionNumber | undefined;
  for (const [index, { block }] of [...headings.entries()].toReversed()) {
    upcoming[index] = next;
    next = numberOf(block) ?? next;
  }
  let seen = new Map<string, Path>();
  let base: Path = [];
  let last: SectionNumber | undefined;
  let path: Path = [];
  const withText = new Set<Section>();
  for (const [index, { block, hasText }] of headings.entries()) {
    const { level, title } = block.heading;
    const number = numberOf(block);
    if (number !== undefined) {
      const isNewCount =
        last === undefined || (number[0] ?? 0) < (last[0] ?? 0) || nameOf(number) === nameOf(last);
      if (isNewCount) {
        seen = new Map();
        const counted = path.findIndex((one) => one.number !== undefined);
        base = path
          .slice(0, counted < 0 ? undefined : counted)
          .filter((one) => one.level < level && mayHoldCount(one, withText.has(one)));
      }
      const [first = 0] = number;
      const above = path.at(-1);
      // Chapters may have no numbers: the title right before 2.1 is then that of 2.
      const isChapter =
        above !== undefined &&
        above.level < level &&
        path.every((one) => one.number === undefined) &&
        mayHoldCount(above, withText.has(above));
      if (number.length > 1 && !seen.has(nameOf([first])) && isChapter) seen.set(nameOf([first]), path);
      const outer = number
        .map((_, part) => seen.get(nameOf(number.slice(0, part))))
        .findLast((one) => one !== undefined);
      const parents = outer ?? base;
      const section = { level: Math.max(level, (parents.at(-1)?.level ?? 0) + 1), title, number };
      path = [...parents, section];
      seen.set(nameOf(number), path);
      last = number;
    } else if (path.every((one) => keyOf(withoutNumber(one.title)) !== keyOf(title))) {
      const floor = floorOf(seen, last, upcoming[index]);
      const section = { level, title };
      const isWithin = floor.every((one, at) => path[at] === one);
      path = isWithin ? [...floor, ...enter(path.slice(floor.length), section)] : [...floor, section];
    }
    const own = path.at(-1);
    if (hasText && own !== undefined) withText.add(own);
    paths.set(block, path);
  }
  return paths;
};

const asText = ({ start, end }: TextBlock): TextBlock => ({ kind: 'paragraph', start, end });

/**
 * Builds the outline of a document: which of its headings head something, and under which others. A number decides its
 * parent: 5.3 is under 5, and 8 under neither. Lines of contents, page counts and company names head nothing.
 */
export const outlineOf = (all: readonly TextBlock[]): Outline => {
  const contents = contentsOf(all);
  const sure = all.map((block) =>
    isHeading(block) && (contents.has(block) || noSection(block.heading.title)) ? asText(block) : block,
  );
  const titleBlock = endOfTitleBlock(sure);
  const entering = sure.flatMap((block, index) =>
    isHeading(block) && index >= titleBlock && !titleLabel.test(block.heading.title) ? [block] : [],
  );
  const counted = entering.flatMap((block) => {
    const number = sectionNumberOf(block.heading.title);
    return number === undefined ? [] : [{ block, number }];
  });
  const sequence = sequenceOf(counted.map(({ number }) => number));
  const numbers = new Map<TextBlock, SectionNumber>();
  const stray = new Set<TextBlock>();
  for (const [index, { block, number }] of counted.entries()) {
    if (sequence.has(index)) numbers.set(block, number);
    // Among numbered sections, a number outside their sequence belongs to a step or a quantity.
    else if (sequence.size > 0) stray.add(block);
  }
  const blocks = sure.map((block) => (stray.has(block) ? asText(block) : block));
  const isEntering = new Set<TextBlock>(entering);
  const headings = blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return isHeading(block) && isEntering.has(block)
      ? [{ block, hasText: next !== undefined && !isHeading(next) }]
      : [];
  });
  const paths = placeHeadings(headings, (block) => numbers.get(block));
  return {
    blocks,
    pathOf: new Map(
      [...paths].map(([block, path]) => [block, path.slice(-maxDepth).map(({ title }) => title)]),
    ),
  };
};
