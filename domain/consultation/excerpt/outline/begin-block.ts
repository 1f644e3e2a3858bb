import { omitUndefined } from '../../../kernel/omit-undefined.ts';
import { statesCondition } from '../list-labels.ts';
import { headsCriteria, headsRestrictions } from '../statement-kinds.ts';
import type { Block } from './block.ts';
import { type Depth, depth, listLabelRank, rankOfEntry, rankOfHeading } from './line-depth.ts';
import { introduces, type OpenOutline } from './open-outline.ts';
import type { Line } from './read-line.ts';
import { isPartOf } from './section-lines.ts';

/** The first marker of a list. */
const firstMarker = /^(?:1|[Aa]|[Ii])[.)]\s/;

/** A new block: its first line, its kind and its depth. */
type Beginning = {
  readonly text: string;
  readonly kind: Block['kind'];
  readonly at: Depth;
  readonly leadsList: boolean;
};

/** Ends a list of exclusions: the steps of a level of clinicians below it are not exclusions. */
export const endRestrictions = ({ blocks, open }: OpenOutline): void => {
  const isOpen = (): boolean => {
    const block = blocks[open.at(-1) ?? -1];
    const line = block?.lines[0] ?? '';
    return block?.kind !== 'heading' || headsRestrictions(line) || headsCriteria(line);
  };
  while (open.length > 0 && isOpen()) open.pop();
};

/** The name of a list applies to its bullets, not to the next step or to text after a blank line. */
const endListLabel = (
  { blocks, open, isAfterBlank }: OpenOutline,
  { text, kind, at, leadsList }: Beginning,
): void => {
  if (kind === 'heading' || at === depth.bullet || (at === depth.plain && !isAfterBlank)) return;
  if (leadsList && statesCondition(text)) return;
  const label = open.findIndex((index) => blocks[index]?.rank === listLabelRank);
  if (label >= 0) open.splice(label);
};

/** The introduction of a list that begins again does not belong to the last entry of the previous list. */
const releaseIntroduction = ({ blocks, introduction }: OpenOutline, { text, kind, at }: Beginning): void => {
  const last = blocks.at(-1);
  const entryAbove = last?.kind === 'paragraph' ? blocks[last.under ?? -1] : undefined;
  if (last === undefined || entryAbove?.kind !== 'entry' || introduction !== blocks.length - 1) return;
  if (kind !== 'entry' || entryAbove.depth !== at || !firstMarker.test(text)) return;
  const head = blocks[entryAbove.under ?? -1];
  const under = head?.kind === 'paragraph' ? head.under : entryAbove.under;
  if (under === undefined) delete last.under;
  else last.under = under;
};

/** Opens the list that a paragraph introduces, or ends the one that is open. */
const updateList = (outline: OpenOutline, { kind, at }: Beginning, endsList: boolean): void => {
  const { blocks, introduction, list } = outline;
  const last = blocks.at(-1);
  const isOfNoEntry = last?.under === undefined || blocks[last.under]?.kind === 'heading';
  const isIntroduced = introduction !== undefined && introduction === blocks.length - 1 && isOfNoEntry;
  if (kind === 'entry' && isIntroduced) outline.list = { index: blocks.length - 1, depth: at };
  else if (list !== undefined && (at < list.depth || endsList)) outline.list = undefined;
};

/** Ends the open sections that a numbered one is not part of: 8.11.2 is not under 8.9.1. */
const endOtherSections = ({ blocks, open }: OpenOutline, section: readonly string[]): void => {
  const other = open.findIndex((index) => {
    const number = blocks[index]?.section;
    return number !== undefined && !isPartOf(section, number);
  });
  if (other >= 0) open.splice(other);
};

/** Begins a block under the latest open parent: an introducing paragraph, a heading or an entry. */
export const beginBlock = (
  outline: OpenOutline,
  { text, place, indent = 0, leadsList = false, section }: Line,
  kind: Block['kind'],
  at: Depth,
): void => {
  const { blocks, open } = outline;
  const beginning = { text, kind, at, leadsList };
  // A paragraph that introduces another list ends the previous list and its introduction.
  const endsList = kind === 'paragraph' && (introduces(text) || leadsList);
  releaseIntroduction(outline, beginning);
  updateList(outline, beginning, endsList);
  if (at < depth.small) outline.introduction = undefined;
  const rank = kind === 'heading' ? rankOfHeading(text, section) : rankOfEntry(at, indent, text);
  const closes = at < depth.plain ? rank : endsList ? depth.bullet : depth.plain;
  while ((blocks[open.at(-1) ?? -1]?.rank ?? -1) >= closes) {
    if (endsList) outline.introduction = undefined;
    open.pop();
  }
  if (section !== undefined) endOtherSections(outline, section);
  endListLabel(outline, beginning);
  const parent = Math.max(outline.introduction ?? -1, open.at(-1) ?? -1, outline.list?.index ?? -1);
  blocks.push({
    kind,
    lines: [text],
    places: [place],
    passage: place.passage,
    depth: at,
    rank,
    ...omitUndefined({ section }),
    ...(parent < 0 ? {} : { under: parent }),
  });
  if (at < depth.plain) open.push(blocks.length - 1);
  else if (endsList) outline.introduction = blocks.length - 1;
};
