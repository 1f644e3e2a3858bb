import type { ChunkingPolicy } from './chunking-policy.ts';
import { type Block, findBlocks, isTableCaption } from './find-blocks.ts';
import { isSectionName } from './heading-of.ts';
import { type Measure, splitLongSpan } from './split-long-span.ts';
import { splitSentences } from './split-sentences.ts';
import type { TextSpan } from './text-span.ts';

/** The smallest thing that a chunk is made of: a heading, a sentence, a list item, a table row. */
export type Unit = TextSpan & {
  readonly size: number;
  /** Whether it is the rest of a step, a row or a sentence that was too long; a line of its own is none. */
  readonly isRest: boolean;
};

/**
 * Units that stay together: a heading with the first sentence below it, a list of steps, a table.
 * `header` is what a later part of a long table repeats.
 */
export type UnitGroup = {
  readonly units: readonly Unit[];
  readonly sectionPath: readonly string[];
  readonly opensSection: boolean;
  readonly isTable: boolean;
  readonly header?: string;
  /** How many of a table's units stand above it: its heading, its caption, the sentence that introduces it. */
  readonly above?: number;
};

type Section = { readonly level: number; readonly title: string };

/** The headings above a place: a new heading ends those of its own and deeper levels. */
const enter = (path: readonly Section[], section: Section): readonly Section[] => [
  ...path.filter(({ level }) => level < section.level).slice(-5),
  section,
];

/** Capitals before any other text of a document are its letterhead and title, unless one names a section. */
const endOfTitleBlock = (blocks: readonly Block[]): number => {
  const first = blocks.findIndex(
    (block) => block.kind !== 'heading' || block.heading.marked || isSectionName(block.heading.title),
  );
  return Math.max(0, first);
};

/** A heading that announces the document itself. */
const titleLabel = /^(?:subject|title)\s*:/i;

const startsLine = (text: string, at: number): boolean =>
  /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, at - 20), at));

/** Builds the groups of a text, in order; together their units hold everything but white space. */
export const groupUnits = (text: string, policy: ChunkingPolicy, measure: Measure): readonly UnitGroup[] => {
  const blocks = findBlocks(text);
  const titleBlock = endOfTitleBlock(blocks);
  // Small enough that a chunk below the minimum, a heading and one more piece never pass the maximum.
  const pieceLimit = policy.maximum - 2 * policy.minimum;
  const groups: UnitGroup[] = [];
  let path: readonly Section[] = [];
  let waiting: Unit[] = [];
  let opensSection = false;

  const sizeOf = (units: readonly Unit[]): number => units.reduce((sum, { size }) => sum + size + 1, 0);
  const unitsOf = (span: TextSpan): readonly Unit[] =>
    splitLongSpan(text, span, pieceLimit, measure).map((piece, index) => ({
      ...piece,
      size: measure(text.slice(piece.start, piece.end)),
      isRest: index > 0 && !startsLine(text, piece.start),
    }));
  const add = (
    units: readonly Unit[],
    extra: Pick<Partial<UnitGroup>, 'isTable' | 'header' | 'above'> = {},
  ): void => {
    if (units.length === 0) return;
    const sectionPath = path.map(({ title }) => title);
    groups.push({ isTable: false, ...extra, units, sectionPath, opensSection });
    waiting = [];
    opensSection = false;
  };
  /** Keeps units for what follows them, unless too many wait already. */
  const wait = (units: readonly Unit[]): void => {
    if (sizeOf(waiting) + sizeOf(units) > policy.minimum) add(waiting);
    if (sizeOf(units) > policy.minimum) for (const unit of units) add([unit]);
    else waiting.push(...units);
  };
  const addOneByOne = (units: readonly Unit[]): void => {
    for (const unit of units) add([...waiting, unit]);
  };
  const addSentences = (span: TextSpan, introduces: boolean): void => {
    const units = splitSentences(text, span).flatMap(unitsOf);
    const last = units.at(-1);
    if (last === undefined) return;
    const leadIn = introduces && text.charAt(last.end - 1) === ':';
    addOneByOne(leadIn ? units.slice(0, -1) : units);
    if (leadIn) wait([last]);
  };
  const addList = (block: Extract<Block, { kind: 'list' }>): void => {
    const items = block.items.map((item) => {
      const whole = unitsOf(item);
      const units = whole.length <= 1 ? whole : splitSentences(text, item).flatMap(unitsOf);
      return units.map((unit, index) => ({ ...unit, isRest: index > 0 }));
    });
    const units = items.flat();
    const whole = [...waiting, ...units];
    const span = { start: whole[0]?.start ?? block.start, end: block.end };
    if (block.numbered && fits(span, whole)) add(whole);
    else if (block.numbered && fits(block, units)) {
      add(waiting);
      add(units);
    } else addOneByOne(units);
  };
  const fits = (span: TextSpan, units: readonly Unit[]): boolean =>
    policy.unit === 'characters' ? span.end - span.start <= policy.maximum : sizeOf(units) <= policy.maximum;
  const addTable = (block: Extract<Block, { kind: 'table' }>): void => {
    const rows = block.rows.flatMap(unitsOf);
    const header = block.rows.length > 2 ? block.rows.slice(0, 2) : [];
    const headerText = header.map(({ start, end }) => text.slice(start, end)).join('\n');
    const repeats = headerText !== '' && measure(headerText) <= policy.minimum;
    add([...waiting, ...rows], {
      isTable: true,
      above: waiting.length,
      ...(repeats ? { header: headerText } : {}),
    });
  };

  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    if (block.kind === 'heading') {
      if (index >= titleBlock && !titleLabel.test(block.heading.title)) {
        path = enter(path, block.heading);
        // A heading that waits already opened the section.
        opensSection = true;
      }
      wait(unitsOf(block));
    } else if (block.kind === 'table') addTable(block);
    else if (block.kind === 'list') addList(block);
    else if (isTableCaption(text, block) && next?.kind === 'table') wait(unitsOf(block));
    else addSentences(block, next?.kind === 'list' || next?.kind === 'table');
  }
  add(waiting);
  return groups;
};
