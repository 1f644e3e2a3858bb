import { splitSentences } from '../../clinical-text/split-sentences.ts';
import type { TextSpan } from '../../clinical-text/text-span.ts';
import type { ChunkingPolicy } from './chunking-policy.ts';
import { findTextBlocks, type TextBlock } from './find-text-blocks.ts';
import { trackGoverningLines } from './governing-lines.ts';
import { outlineOf } from './outline.ts';
import { type Measure, splitLongSpan } from './split-long-span.ts';
import { statesPopulation } from './states-population.ts';
import { isTableCaption, isTableNote } from './table-surroundings.ts';
import { unitsOfTable } from './table-units.ts';
import type { TableFacts, TextUnit, UnitGroup } from './unit-group.ts';

/** The longest part of a list item that is repeated above the table which it introduces, in characters. */
const maxIntroduction = 450;

const startsLine = (text: string, at: number): boolean =>
  /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, at - 20), at));

/** Builds the groups of a text, in order; together their units hold everything except white space. */
export const groupUnits = (text: string, policy: ChunkingPolicy, measure: Measure): readonly UnitGroup[] => {
  const { blocks, pathOf } = outlineOf(findTextBlocks(text));
  // Small enough that a chunk below the minimum, a heading and one more piece never exceed the maximum.
  const pieceLimit = policy.maximum - 2 * policy.minimum;
  const groups: UnitGroup[] = [];
  const governing = trackGoverningLines();
  let path: readonly string[] = [];
  let waiting: TextUnit[] = [];
  let opensSection = false;

  const sizeOf = (units: readonly TextUnit[]): number => units.reduce((sum, { size }) => sum + size + 1, 0);
  const unitsOf = (span: TextSpan): readonly TextUnit[] => unitsWithin(span, pieceLimit);
  const unitsWithin = (span: TextSpan, limit: number): readonly TextUnit[] =>
    splitLongSpan(text, span, limit, measure).map((piece, index) => ({
      ...piece,
      size: measure(text.slice(piece.start, piece.end)),
      isRest: index > 0 && !startsLine(text, piece.start),
    }));
  const add = (units: readonly TextUnit[], table?: TableFacts): void => {
    if (units.length === 0) return;
    groups.push({ units, sectionPath: path, opensSection, ...(table === undefined ? {} : { table }) });
    waiting = [];
    opensSection = false;
  };
  /** Holds units for the next group, unless too many already wait. */
  const wait = (units: readonly TextUnit[]): void => {
    if (sizeOf(waiting) + sizeOf(units) > policy.minimum) add(waiting);
    if (sizeOf(units) > policy.minimum) for (const unit of units) add([unit]);
    else waiting.push(...units);
  };
  const addOneByOne = (units: readonly TextUnit[]): void => {
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
  const addList = (block: Extract<TextBlock, { kind: 'list' }>): void => {
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
  const fits = (span: TextSpan, units: readonly TextUnit[]): boolean =>
    policy.unit === 'characters' ? span.end - span.start <= policy.maximum : sizeOf(units) <= policy.maximum;
  /** The lines of the last item when it introduces the table right below its list. */
  const introductionIn = ({ items }: Extract<TextBlock, { kind: 'list' }>): readonly string[] => {
    const { start = 0, end = 0 } = items.at(-1) ?? {};
    const item = text.slice(Math.max(start, end - maxIntroduction), end).trimEnd();
    if (!item.endsWith(':')) return [];
    const lines = item.split('\n').map((line) => line.trim());
    // Leave out the partial first line of a longer item.
    return (end - start > maxIntroduction ? lines.slice(1) : lines).filter((line) => line !== '');
  };
  const addTable = (
    block: Extract<TextBlock, { kind: 'table' }>,
    introduction: readonly string[],
    notes: TextSpan | undefined,
  ): void => {
    const { units, headUnits, head } = unitsOfTable(text, block.rows, policy, measure);
    const below = notes === undefined ? [] : unitsWithin(notes, Math.floor(policy.maximum / 2) - 2);
    const above = waiting;
    const banners = governing.over(path, text.slice(above[0]?.start ?? 0, above.at(-1)?.end ?? 0));
    const introducing = introduction.map((line) => ({ text: line, statesPatients: statesPopulation(line) }));
    const facts = { banners: [...banners, ...introducing], above: above.length, headUnits, head };
    add([...above, ...units, ...below], facts);
  };

  const taken = new Set<TextBlock>();
  for (const [index, block] of blocks.entries()) {
    if (taken.has(block)) continue;
    const [before, next] = [blocks[index - 1], blocks[index + 1]];
    if (block.kind === 'heading') {
      governing.heading(block.heading);
      const own = pathOf.get(block);
      if (own !== undefined) {
        path = own;
        // A waiting heading has already opened the section.
        opensSection = true;
      }
      wait(unitsOf(block));
    } else if (block.kind === 'table') {
      const notes = next !== undefined && isTableNote(text, block, next) ? next : undefined;
      if (notes !== undefined) taken.add(notes);
      addTable(block, before?.kind === 'list' ? introductionIn(before) : [], notes);
    } else {
      if (block.kind === 'list') governing.list(block.end - block.start);
      else governing.paragraph(text.slice(block.start, block.end));
      if (block.kind === 'list') addList(block);
      else if (next?.kind === 'table' && isTableCaption(text, block)) wait(unitsOf(block));
      else addSentences(block, next?.kind === 'list' || next?.kind === 'table');
    }
  }
  add(waiting);
  return groups;
};
