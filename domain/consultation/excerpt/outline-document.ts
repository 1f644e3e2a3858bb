import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { endsInComparison, endsUnfinished } from '../../language/ends-unfinished.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { listLabels, namesLevel, withoutLabelBeside } from './list-labels.ts';
import { headsCriteria, headsRestrictions } from './statement-kinds.ts';

/** The place of a line: the passage, and the first and last page that it may be on. */
export type LinePlace = {
  readonly passage: Passage;
  readonly pages: readonly [number, number];
  /** Which line of the passage's text it is, from 1; absent for what is repeated from elsewhere. */
  readonly line?: number;
};

/**
 * A heading, an entry of a list, a paragraph or a table of a document: the least that is quoted. What comes between two
 * blank lines belongs together (the age above its dose, the repeat below it), so that it is never divided.
 */
export type Block = {
  readonly kind: 'heading' | 'entry' | 'paragraph' | 'table';
  readonly lines: readonly string[];
  /** In which it begins. */
  readonly passage: Passage;
  /** The place of each of the lines. */
  readonly places: readonly LinePlace[];
  /** What must be said beside the lines, in words that are not the document's. */
  readonly notes?: readonly string[];
  /** Whether it is for other patients than the one that the answer is for, by its own label or one above it. */
  readonly isForOthers?: boolean;
  /** Whether it is for this patient, while the blocks beside it are for others. */
  readonly isForThisPatient?: boolean;
  /** Index of the block that this one is under. */
  readonly under?: number;
};

/** How deep a block is by its marker. Plain paragraphs and tables are deepest: they belong to the entry above. */
const depth = { heading: 0, roman: 1, capital: 2, digit: 3, small: 4, bullet: 5, plain: 6 } as const;
type Depth = (typeof depth)[keyof typeof depth];

/** Marks of notes in circles, as protocols set them beside what they explain and before the explanation. */
const noteMark = String.raw`[\u2460-\u2473\u24eb-\u24ff\u2776-\u277f]`;

const markers: readonly (readonly [RegExp, Depth])[] = [
  [/^#{1,6}\s/, depth.heading],
  [new RegExp(`^${noteMark}`), depth.digit],
  [/^\d{1,2}[.)](?:\s|$)/, depth.digit],
  // Before the letters: I, V and X are far more often numbers at the beginning of a line.
  [/^[IVX]{1,5}[.)]\s/, depth.roman],
  [/^[A-Z][.)]\s/, depth.capital],
  [/^(?:[a-z]|[ivx]{2,4})[.)]\s/, depth.small],
  [/^[•▪◦●○◊❖*–-]\s/, depth.bullet],
];

/** Longer lines in capitals are sentences that somebody wanted to be heard. */
const longestHeading = 90;

/** What is said in capitals inside a step is an order, not the name of a section: a dose below it belongs to the step. */
const order =
  /^(?:CONTACT|CALL|NOTIFY|DO|DON['’]T|ADMINISTER|GIVE|CONSIDER|AVOID|STOP|HOLD|REPEAT|IF|AND|THEN|UNLESS|EXCEPT)\b/;

const isInCapitals = (line: string): boolean =>
  line.length <= longestHeading &&
  /^[A-Z\d“"]/.test(line) &&
  /[A-Z]{3}/.test(line) &&
  !/[a-z]{2}/.test(line) &&
  !/[.;,]$/.test(line) &&
  !/\d\s?(?:MG|ML|MCG|J)\b/.test(line) &&
  !order.test(line);

const parenthesis = /\([^()]*\)/g;
const boundWithUnit = /[<>≤≥]\s*\d+\s*(?:mmHg|bpm|kg|mg\/dL|years?|months?)/g;

/** A line in capitals but for the bounds that it names, as `NARROW COMPLEX ≥ 150 bpm`; a bound alone is none. */
const isHeading = (line: string): boolean => {
  if (isInCapitals(line)) return true;
  const bare = line.replace(parenthesis, ' ').replace(boundWithUnit, ' ').trim();
  return bare !== line && /[A-Z]{5}/.test(bare) && isInCapitals(bare);
};

/** What pages repeat without use to a reader: dates of revision, numbers of pages, lines for signatures. */
const furniture =
  /\bpage \d+ of \d+\b|^(?:revised|effective(?: date)?|supersedes|supercedes|approved)\s*:|_{6,}|^director, .* medical director\b/i;
const isFurniture = (line: string): boolean => furniture.test(line);

const depthOf = (line: string): Depth =>
  markers.find(([marker]) => marker.test(line))?.[1] ?? (isHeading(line) ? depth.heading : depth.plain);

const introduces = new RegExp(String.raw`:\s*${noteMark}*$`);

const onlyNoteMarks = new RegExp(String.raw`^(?:${noteMark}\s*)+$`);

/** A marker whose text begins in the next line. */
const bareMarker = /^(?:\d{1,2}|[A-Z]|[a-z]|[IVX]{2,5})[.)]$/;

/** A line of a document with the place at which it was read. */
type Line = {
  readonly text: string;
  readonly place: LinePlace;
  /** Spaces before it: a list item further in belongs to the one above it. */
  readonly indent?: number;
};

/** The page of a character of the cleaned text; the pages of the passage where its page breaks are not known. */
const pagesAt = (
  { firstPage, lastPage, pageBreaks }: Passage,
  at: number | undefined,
): LinePlace['pages'] => {
  if (firstPage === lastPage || pageBreaks === undefined || at === undefined) return [firstPage, lastPage];
  const page = Math.min(lastPage, firstPage + pageBreaks.filter((begins) => begins <= at).length);
  return [page, page];
};

/** Lines with the banners that come before them in their passage and rule its tables, though they were read before. */
type ReadLine = Line & {
  readonly leads?: readonly string[];
  /** Whether it names the list right below it. */
  readonly isLabel?: boolean;
};

/**
 * The lines of passages in reading order. What two of them share is taken once, and so are the banners and the head of a
 * table that a later part of it repeats; where text between them is not available, or a paragraph ends, there is an empty
 * line.
 */
const linesOf = (passages: readonly Passage[]): readonly ReadLine[] => {
  let readTo: number | undefined;
  return passages.flatMap((passage) => {
    const { text, start, end } = passage;
    // Text before the plain stretch of the document is repeated from above; a shorter text is no stretch of it.
    const lead = start === undefined || end === undefined ? -1 : text.length - (end - start);
    const isStretch = lead >= 0 && start !== undefined;
    const continues = isStretch && readTo !== undefined && start <= readTo + 1;
    const from = isStretch && readTo !== undefined && continues ? lead + Math.max(0, readTo - start) : 0;
    readTo = end;
    const repeated = isStretch ? text.slice(0, lead).split('\n') : [];
    const leads = repeated.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('|'));
    let at = from;
    let number = text.slice(0, from).split('\n').length - 1;
    const lines = text
      .slice(from)
      .split('\n')
      .flatMap((line): readonly ReadLine[] => {
        const position = isStretch ? start + Math.max(0, at - lead) : undefined;
        at += line.length + 1;
        number += 1;
        const trimmed = line.trim();
        const isRepeated = isStretch && at <= lead;
        const place = {
          passage,
          pages: pagesAt(passage, position),
          ...(isRepeated ? {} : { line: number }),
        };
        // The banners of a lead go to the table that they rule.
        if (position !== undefined && at <= lead && leads.includes(trimmed)) return [];
        if (isFurniture(trimmed)) return [];
        const indent = line.length - line.trimStart().length;
        return withoutLabelBeside(trimmed).map((one) => ({
          text: one,
          place,
          indent,
          ...(leads.length === 0 ? {} : { leads }),
        }));
      });
    const gap: ReadLine = { text: '', place: { passage, pages: pagesAt(passage, start) } };
    return continues ? lines : [gap, ...lines];
  });
};

/** The lines of passages, those marked that name the list below them. */
const labelledLinesOf = (passages: readonly Passage[]): readonly ReadLine[] => {
  const lines = linesOf(passages);
  const labels = listLabels(lines.map(({ text }) => text));
  return lines.map((line, at) => (labels.has(at) ? { ...line, isLabel: true } : line));
};

/** As `PRINCIPLES:`, the name of a section where a letterhead has ended. */
const sectionLabel = /^[A-Z][A-Z ]{3,40}:$/;

/** As `ADULT` or `PEDIATRIC PATIENTS`, which a letterhead does not say alone. */
const kindOfPatient =
  /^(?:adults?|pa?ediatrics?|child(?:ren)?|infants?|neonates?|neonatal|newborns?)(?: (?:patients?|dos(?:e|es|ing)|treatment|care|section))?:?$/i;

const letterMarker = /^([A-Z])[.)]\s/;

/** Whether a letter that is a Roman number, too, is the next of the entry that is open: I after H. */
const continuesLetters = (text: string, before: string | undefined): boolean => {
  const [, letter] = letterMarker.exec(text) ?? [];
  const [, last] = letterMarker.exec(before ?? '') ?? [];
  return letter !== undefined && last !== undefined && letter.charCodeAt(0) === last.charCodeAt(0) + 1;
};

const withoutMarks = (line: string): string => line.replace(/^#{1,6}\s+/, '').trim();

/** Longer lines above a table are separate text. */
const longestBanner = 120;

/** The name of a bullet list ranks below all other headings. */
const listLabelRank = 0.9;

/**
 * How deep a heading is among headings: those that are marked by their level, then lines in capitals. Below 1, which
 * is the depth of the outermost entry. Below them levels of clinicians, and then the names of lists.
 */
const rankOfHeading = (line: string): number => {
  const marks = /^#{1,6}(?=\s)/.exec(line)?.[0].length;
  if (marks !== undefined) return marks / 10;
  if (namesLevel(line)) return 0.8;
  return isHeading(line) ? 0.7 : listLabelRank;
};

/** Numbers of leading spaces that count as different depths of bullets. */
const deepestIndent = 8;

/** A bullet ranks below those that are less indented, and above plain lines. */
const rankOfEntry = (at: Depth, indent: number): number =>
  at === depth.bullet ? at + Math.min(indent, deepestIndent) / 10 : at;

/** A marker with which a list begins. */
const firstMarker = /^(?:1|[Aa]|[Ii])[.)]\s/;

/** Words of the name of a section; a line with more is a title or an address. */
const mostSectionWords = 4;

type Open = Omit<Block, 'lines' | 'places' | 'passage' | 'under'> & {
  under?: number;
  readonly depth: Depth;
  /** The depth among headings. */
  readonly rank: number;
  readonly lines: string[];
  readonly places: LinePlace[];
  passage: Passage;
};

/** Whether the letterhead ended in the name of a section: few words in capitals, right before the first entry. */
const namesSection = (block: Open | undefined): block is Open => {
  const [line = '', ...others] = block?.lines ?? [];
  const words = line.split(/\s+/).length;
  return (
    block?.kind === 'paragraph' &&
    others.length === 0 &&
    words <= mostSectionWords &&
    !/\d/.test(line) &&
    isInCapitals(line)
  );
};

const isBareEntry = (block: Open | undefined): block is Open =>
  block?.kind === 'entry' && block.lines.length === 1 && bareMarker.test(block.lines[0] ?? '');

/** A line this long that ends without a mark was probably wrapped by the page. */
const minWrappedLength = 60;

/** Whether a plain line goes on with what comes before a blank line or the end of a page. */
const goesOn = (line: string, last: Open | undefined): last is Open => {
  const before = last?.lines.at(-1) ?? '';
  if (last === undefined || line === '' || last.kind === 'table') return false;
  if (last.kind === 'heading') return endsUnfinished(before) && !before.startsWith('#');
  return (
    endsUnfinished(before) ||
    (before.length >= minWrappedLength && /^\p{Ll}/u.test(line) && !/[.:;!?)]$/.test(before))
  );
};

/** Takes passages of one document apart into blocks in reading order. Blank lines and what pages repeat are left out. */
export const outlineDocument = (passages: readonly Passage[]): readonly Block[] => {
  const blocks: Open[] = [];
  let afterBlank = true;
  /** Headings and entries that later blocks may be under, outermost first. */
  const open: number[] = [];
  let introduction: number | undefined;
  /** A paragraph that introduces entries below no entry: they are under it until one of a higher order comes. */
  let list: { readonly index: number; readonly depth: Depth } | undefined;
  /** What a level of clinicians does is no exclusion, though it is below the list of them. */
  const endRestrictions = (): void => {
    const isOpen = (): boolean => {
      const line = blocks[open.at(-1) ?? -1]?.lines[0] ?? '';
      return blocks[open.at(-1) ?? -1]?.kind !== 'heading' || headsRestrictions(line) || headsCriteria(line);
    };
    while (open.length > 0 && isOpen()) open.pop();
  };
  /** A name of a list holds for its bullets, not for the next step or for what follows after a blank line. */
  const endListLabel = (kind: Block['kind'], at: Depth): void => {
    if (kind === 'heading' || at === depth.bullet || (at === depth.plain && !afterBlank)) return;
    const label = open.findIndex((index) => blocks[index]?.rank === listLabelRank);
    if (label >= 0) open.splice(label);
  };
  const begin = ({ text, place, indent = 0 }: Line, kind: Block['kind'], at: Depth): void => {
    const last = blocks.at(-1);
    // What introduces a list that begins again does not belong to the last entry of the list before it.
    const entryAbove = last?.kind === 'paragraph' ? blocks[last.under ?? -1] : undefined;
    if (
      last !== undefined &&
      entryAbove?.kind === 'entry' &&
      introduction === blocks.length - 1 &&
      kind === 'entry' &&
      entryAbove.depth === at &&
      firstMarker.test(text)
    ) {
      const head = blocks[entryAbove.under ?? -1];
      const under = head?.kind === 'paragraph' ? head.under : entryAbove.under;
      if (under === undefined) delete last.under;
      else last.under = under;
    }
    const isOfNoEntry = last?.under === undefined || blocks[last.under]?.kind === 'heading';
    const isIntroduced = introduction !== undefined && introduction === blocks.length - 1 && isOfNoEntry;
    if (kind === 'entry' && isIntroduced) list = { index: blocks.length - 1, depth: at };
    else if (list !== undefined && (at < list.depth || (kind === 'paragraph' && introduces.test(text))))
      list = undefined;
    if (at < depth.small) introduction = undefined;
    // A paragraph that introduces another list ends the one before, and what introduced that.
    const endsList = kind === 'paragraph' && introduces.test(text);
    const rank = kind === 'heading' ? rankOfHeading(text) : rankOfEntry(at, indent);
    const closes = at < depth.plain ? rank : endsList ? depth.bullet : depth.plain;
    while ((blocks[open.at(-1) ?? -1]?.rank ?? -1) >= closes) {
      if (endsList) introduction = undefined;
      open.pop();
    }
    endListLabel(kind, at);
    // Whichever came last: a paragraph that introduces, or the heading or entry that is still open.
    const parent = Math.max(introduction ?? -1, open.at(-1) ?? -1, list?.index ?? -1);
    blocks.push({
      kind,
      lines: [text],
      places: [place],
      passage: place.passage,
      depth: at,
      rank,
      ...(parent < 0 ? {} : { under: parent }),
    });
    if (at < depth.plain) open.push(blocks.length - 1);
    else if (kind === 'paragraph' && introduces.test(text)) introduction = blocks.length - 1;
  };
  /** For each banner that was looked for where it stood last, and how far blocks were looked at. */
  const banners = new Map<string, { readonly at: number; readonly until: number }>();
  const lastWith = (banner: string): number => {
    const known = banners.get(banner) ?? { at: -1, until: 0 };
    let at = blocks.length - 1;
    const isBanner = (block: Open | undefined): boolean =>
      block !== undefined &&
      block.kind !== 'table' &&
      block.lines.some((line) => withoutMarks(line) === banner);
    while (at >= known.until && !isBanner(blocks[at])) at -= 1;
    const found = at >= known.until ? at : known.at;
    // Lines are still added to the last block.
    banners.set(banner, { at: found, until: Math.max(0, blocks.length - 1) });
    return found;
  };
  /**
   * A table is under the short line right above it, its caption or a banner as "6-7 kg (Pink)", and under the banners
   * that its passage repeats. Banners that are not available become its first lines.
   */
  const beginTable = (line: ReadLine): void => {
    const before = blocks.at(-1);
    const isBanner =
      before?.kind === 'paragraph' &&
      before.lines.length === 1 &&
      (before.lines[0] ?? '').length <= longestBanner &&
      !/[.;,]$/.test(before.lines[0] ?? '');
    // The title is over everything: it rules no table more than others.
    const leads = (line.leads ?? []).filter((lead) => withoutMarks(lead) !== line.place.passage.title);
    const nearest = leads.at(-1);
    const repeated = nearest === undefined ? -1 : lastWith(withoutMarks(nearest));
    begin(line, 'table', depth.plain);
    const table = blocks.at(-1);
    if (table === undefined) return;
    if (isBanner) table.under = blocks.length - 2;
    else if (nearest !== undefined && repeated >= (table.under ?? 0)) table.under = repeated;
    const heads = headsOf(blocks, blocks.length - 1).flatMap((head) =>
      (blocks[head]?.lines ?? []).map(withoutMarks),
    );
    const missing = leads.filter((lead) => !heads.includes(withoutMarks(lead)));
    table.lines.unshift(...missing);
    const { passage, pages } = line.place;
    table.places.unshift(...missing.map(() => ({ passage, pages })));
  };
  const addLine = (block: Open, { text, place }: Line): void => {
    block.lines.push(text);
    block.places.push(place);
    if (block.kind === 'paragraph' && block === blocks.at(-1) && introduces.test(text))
      introduction = blocks.length - 1;
  };
  /** Lines in capitals before the first entry are the letterhead and the title: nothing is under them. */
  let isLetterhead = passages[0]?.index === 0;
  for (const line of labelledLinesOf(passages)) {
    const last = blocks.at(-1);
    const entries = open.map((index) => blocks[index]);
    const lettered = entries.findLast((block) => block?.depth === depth.capital)?.lines[0];
    const marked =
      depthOf(line.text) === depth.roman && continuesLetters(line.text, lettered)
        ? depth.capital
        : depthOf(line.text);
    // Right below other text, capitals are the rest of a wrapped line: "dose per / MCG 1309".
    const isWrapped = !afterBlank && last?.kind !== 'heading' && !line.text.startsWith('#');
    const isLabel = line.isLabel === true;
    if (isLabel || sectionLabel.test(line.text) || kindOfPatient.test(line.text)) isLetterhead = false;
    const isBound = last !== undefined && endsInComparison(last.lines.at(-1) ?? '');
    // What is marked as a heading below the title is none of a letterhead.
    const isOfLetterhead = isLetterhead && !line.text.startsWith('##');
    const isPlain = !isLabel && (isBound || (marked === depth.heading && (isOfLetterhead || isWrapped)));
    const at = isLabel ? depth.heading : isPlain && !line.text.startsWith('|') ? depth.plain : marked;
    if (isLabel && namesLevel(line.text)) endRestrictions();
    if (onlyNoteMarks.test(line.text) && !afterBlank && last !== undefined) {
      addLine(last, line);
    } else if (line.text.startsWith('|')) {
      if (last?.kind === 'table' && !afterBlank) addLine(last, line);
      else beginTable(line);
    } else if (at < depth.plain) {
      if (isLetterhead && at > depth.heading && namesSection(last)) {
        blocks[blocks.length - 1] = {
          ...last,
          kind: 'heading',
          depth: depth.heading,
          rank: rankOfHeading(last.lines[0] ?? ''),
        };
        open.push(blocks.length - 1);
      }
      isLetterhead = false;
      begin(line, at === depth.heading ? 'heading' : 'entry', at);
    } else if (line.text !== '' && isBareEntry(last)) {
      last.lines[0] = `${last.lines[0]} ${line.text}`;
      last.places[0] = line.place;
      last.passage = line.place.passage;
    } else if (at === depth.plain && goesOn(line.text, last)) {
      addLine(last, line);
    } else if (line.text !== '') {
      const startsNewList = introduces.test(line.text) && /[.!?]$/.test(last?.lines.at(-1) ?? '');
      if (
        afterBlank ||
        startsNewList ||
        last === undefined ||
        last.kind === 'table' ||
        last.kind === 'heading'
      )
        begin(line, 'paragraph', depth.plain);
      else addLine(last, line);
    }
    afterBlank = line.text === '';
  }
  return blocks;
};

/** What a block is under, the nearest first. */
export const headsOf = (blocks: readonly Block[], index: number): readonly number[] => {
  const heads: number[] = [];
  for (let at = blocks[index]?.under; at !== undefined; at = blocks[at]?.under) heads.push(at);
  return heads;
};

/** The outermost entry that a block belongs to, or itself: a step with all that it says. */
export const stepOf = (blocks: readonly Block[], index: number): number =>
  [index, ...headsOf(blocks, index)].findLast((at) => at === index || blocks[at]?.kind !== 'heading') ??
  index;

/** For each block those that are right under it; `undefined` for those under nothing. */
const treeOf = weakMemoize((blocks: readonly Block[]): ReadonlyMap<number | undefined, readonly number[]> => {
  const tree = new Map<number | undefined, number[]>();
  blocks.forEach(({ under }, index) => {
    const known = tree.get(under);
    if (known) known.push(index);
    else tree.set(under, [index]);
  });
  return tree;
});

/** The blocks right under one, or under nothing, in reading order. */
export const rightUnder = (blocks: readonly Block[], head: number | undefined): readonly number[] =>
  treeOf(blocks).get(head) ?? [];

/** A block and everything under it, in reading order. */
export const branchOf = (blocks: readonly Block[], root: number): readonly number[] => {
  if (blocks[root] === undefined) return [];
  const branch = [root];
  // Grows while it is walked: each block brings those under it.
  for (const at of branch) {
    for (const below of rightUnder(blocks, at)) branch.push(below);
  }
  return branch.sort((one, other) => one - other);
};

const everyNoteMark = new RegExp(noteMark, 'g');

/** Marks of notes in a text, as `❷`. */
export const noteMarksIn = (text: string): readonly string[] => text.match(everyNoteMark) ?? [];
