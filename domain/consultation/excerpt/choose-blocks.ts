import type { Passage } from '../../retrieval/passage.ts';
import { besideDose, doseRepeated } from './beside-doses.ts';
import { headingIndexOf, isFooting, shortSection } from './block-sections.ts';
import { blockNamesDose, blockProhibits, blockRestricts } from './block-texts.ts';
import {
  isCriterion,
  leadsCriteria,
  leaveBefore,
  lengthOfAll,
  limitsAfter,
  longestCriteria,
  notesBelow,
  withCompanions,
} from './companions.ts';
import { completeIntroductions, continuationOf, drugBefore } from './complete-blocks.ts';
import { isOfExclusionList } from './exclusion-lists.ts';
import { footnotesOf } from './footnotes.ts';
import {
  type ExcerptRequest,
  hasTermOnPath,
  identifies,
  isTitleLine,
  type OutlinedDocument,
  scoreBlocks,
} from './judge-blocks.ts';
import type { Block } from './outline/block.ts';
import { headsOf, stepOf, subtreeOf } from './outline/block-tree.ts';
import { preparationAround } from './preparation-of-drug.ts';
import { isAskedStep } from './procedure-sections.ts';
import { isForOtherState } from './pulse-state.ts';
import {
  exceptionsFor,
  exclusionHeads,
  listBelow,
  notesOfSteps,
  restrictionsOf,
} from './restrictions-of-blocks.ts';
import { meetsBound } from './stated-bounds.ts';
import { boundsBetween, procedureAround, stepsBetween, stepsUpTo } from './steps-of-blocks.ts';

/** The number of blocks considered, best first; each brings the blocks that belong to it. */
const blocksTried = 10;

/** The same for questions about what to do: the steps of a section have the same score and are read in order. */
const stepsTried = 60;

/** A block that scores below this share of the best one is not quoted. */
const quotedFrom = 0.4;

/** The same for a block of another section than the best one's, unless it restricts or names what is asked for. */
const quotedElsewhereFrom = 0.55;

/** The same for a block on other pages, unless it has a dose where one is wanted: a long document has many subjects. */
const quotedApartFrom = 0.6;

/** The least score of a block next to the line with the requested number. */
const besideIdentity = 0.4;

/** The part of a block's score that does not depend on the rank of its passage. */
const ownShare = 0.5;

/** The space of an excerpt in characters. */
export type ExcerptSpace = {
  readonly room: number;
  /** Space beyond it for restrictions of a quoted block: they matter more than brevity. */
  readonly roomForRestrictions: number;
};

/** The number of restrictions considered, in reading order: ten times as many as fit. */
const restrictionsTried = 300;

/**
 * Whether a block is of another section than the best one and neither restricts, nor names what is asked for, nor has a
 * dose where one is wanted. Steps and distinctions are spread over sections.
 */
const isElsewhere = (
  { blocks, terms }: OutlinedDocument,
  index: number,
  best: number | undefined,
  { wantsManagement, wantsDose, kind, things }: ExcerptRequest,
): boolean =>
  !wantsManagement &&
  kind !== 'threshold' &&
  !(wantsDose && blockNamesDose(blocks[index])) &&
  best !== undefined &&
  headingIndexOf(blocks, index) !== headingIndexOf(blocks, best) &&
  !blockRestricts(blocks[index]) &&
  !things.some((thing) => terms[index]?.has(thing) === true);

/** The most pages between two quoted blocks that are read as one place of a document. */
const pagesApart = 1;

/** Whether pages are left out between the last page of something and the first page of what follows. */
const skipsPages = (last: number | undefined, first: number | undefined): boolean =>
  last !== undefined && first !== undefined && first > last + pagesApart;

/** Whether pages lie between two blocks. */
const isApart = (blocks: readonly Block[], index: number, other: number | undefined): boolean => {
  if (other === undefined) return false;
  const [first, last] = index < other ? [index, other] : [other, index];
  return skipsPages(blocks[first]?.places.at(-1)?.pages[1], blocks[last]?.places[0]?.pages[0]);
};

/** The whole list of steps around a block, if one is asked for and it is short enough, with its heads. */
const wholeProcedure = (
  blocks: readonly Block[],
  index: number,
  { wantsProcedure }: ExcerptRequest,
): readonly number[] => {
  const steps = wantsProcedure ? procedureAround(blocks, index) : [];
  const isWhole = steps.length > 0 && lengthOfAll(blocks, steps) <= longestCriteria;
  return isWhole ? [...headsOf(blocks, index), ...steps] : [];
};

/** Chooses from scored blocks, best first, those to quote with what belongs to them, in reading order. */
const chooseAmong = (
  document: OutlinedDocument,
  candidates: readonly { readonly index: number; readonly worth: number }[],
  request: ExcerptRequest,
  { room, roomForRestrictions }: ExcerptSpace,
): readonly number[] => {
  const { blocks } = document;
  // If the number was requested, the line with number and title comes first and displaces nothing else.
  const isIdentity = (index: number): boolean => {
    const block = blocks[index];
    return block !== undefined && identifies(block, request);
  };
  const identities = candidates.filter(({ index }) => isIdentity(index));
  const others = candidates.filter(({ index }) => !isIdentity(index));
  const best = others[0]?.worth ?? 0;
  const least = Math.max(best * quotedFrom, identities.length > 0 ? besideIdentity : 0);
  const tried = request.wantsManagement || request.wantsProcedure ? stepsTried : blocksTried;
  const answers = new Set(
    others
      .slice(0, tried)
      .filter(({ worth }) => worth >= least)
      .map(({ index }) => index),
  );
  const chosen = new Set<number>();
  let used = 0;
  const add = (wanted: readonly number[], limit: number): boolean => {
    const added = [...new Set(wanted)].filter((index) => !chosen.has(index));
    const length = lengthOfAll(blocks, added);
    if (used > 0 && used + length > limit) return false;
    for (const index of added) chosen.add(index);
    used += length;
    return true;
  };
  for (const { index, worth } of [...identities, ...others].slice(0, tried)) {
    if (used > 0 && worth < least && !isIdentity(index)) break;
    if (chosen.has(index)) continue;
    const isLess = used > 0 && worth < best * quotedElsewhereFrom;
    if (isLess && isElsewhere(document, index, others[0]?.index, request)) continue;
    const isOfDose = request.wantsDose && blockNamesDose(blocks[index]);
    const isWeak = used > 0 && worth < best * quotedApartFrom && !isOfDose;
    if (isWeak && isApart(blocks, index, others[0]?.index)) continue;
    // Half of a list of contraindications or criteria is a different rule: the whole list matters more than brevity.
    if (isCriterion(blocks, index) && add(withCompanions(document, index), room + roomForRestrictions))
      continue;
    const isAskedFor = request.wantsCriteria && leadsCriteria(blocks, index);
    if (isAskedFor && add(withCompanions(document, index), 2 * room + roomForRestrictions)) continue;
    const procedure = wholeProcedure(blocks, index, request);
    if (procedure.length > 0 && add(procedure, 2 * room + roomForRestrictions)) continue;
    // A later step of a procedure seems to be its first.
    const steps = request.kind === 'procedure' ? stepsUpTo(blocks, index) : [];
    if (steps.length > 0 && add([...withCompanions(document, index), ...steps], room + roomForRestrictions))
      continue;
    const heads = headsOf(blocks, index);
    const section = headingIndexOf(blocks, index);
    const wholeSection =
      section === undefined ? [] : subtreeOf(blocks, section).filter((at) => !isFooting(blocks, at));
    if (lengthOfAll(blocks, wholeSection) <= shortSection) add(wholeSection, room);
    if (chosen.has(index)) continue;
    const step = [
      ...leaveBefore(blocks, index),
      ...heads,
      ...subtreeOf(blocks, stepOf(blocks, index)),
      ...limitsAfter(document, index),
    ];
    const stepLength = lengthOfAll(blocks, step);
    const companions = withCompanions(document, index);
    // The first is quoted whatever its length, but then without the rest of its step.
    if (used === 0 && stepLength > room)
      add(withCompanions(document, index, 2 * room + roomForRestrictions), room);
    else if (!add(step, room) && !add(companions, room)) {
      const isAdded = add(withCompanions(document, index, room - used), room);
      // A later step seems to apply without the one that limits it: "if the pulse stays below 60".
      if (!isAdded && request.wantsManagement) break;
    }
  }
  const forConditions = exceptionsFor(document, candidates, chosen, request);
  for (const index of forConditions) add(withCompanions(document, index), room + roomForRestrictions);
  const mostRoom = room + (request.wantsRestriction || request.wantsManagement ? 2 : 1) * roomForRestrictions;
  for (const index of [...chosen]) add(notesBelow(blocks, index), room + roomForRestrictions);
  for (const index of [...chosen])
    for (const at of besideDose(blocks, index)) add([at], mostRoom + roomForRestrictions);
  for (const index of [...chosen]) for (const at of doseRepeated(blocks, index)) chosen.add(at);
  for (const index of footnotesOf(blocks, chosen)) add([index], mostRoom);
  // A dose without its exclusions reads as if everyone may have it.
  for (const { index, isAsked } of exclusionHeads(document, chosen, request))
    add([...headsOf(blocks, index), ...listBelow(blocks, index)], mostRoom + (isAsked ? longestCriteria : 0));
  for (const index of restrictionsOf(document, chosen, request).slice(0, restrictionsTried))
    add(withCompanions(document, index), mostRoom);
  for (const index of boundsBetween(blocks, chosen)) add([index], mostRoom);
  if (request.wantsManagement || request.wantsProcedure)
    for (const index of stepsBetween(blocks, chosen)) add(subtreeOf(blocks, index), mostRoom);
  for (const index of notesOfSteps(document, chosen, request))
    add([index, ...headsOf(blocks, index)], room + roomForRestrictions);
  for (const index of [...chosen]) {
    for (const step of [index, ...headsOf(blocks, index)])
      for (const at of preparationAround(blocks, step)) chosen.add(at);
  }
  for (const index of [...chosen]) {
    for (const at of continuationOf(blocks, index)) chosen.add(at);
  }
  for (const index of [...chosen]) {
    for (const at of [...drugBefore(document, index), ...headsOf(blocks, index)])
      for (const head of [at, ...headsOf(blocks, at)]) chosen.add(head);
  }
  completeIntroductions(blocks, chosen, (index) => answers.has(index));
  const inOrder = [...chosen].sort((one, other) => one - other);
  const above = new Set(inOrder.flatMap((index) => headsOf(blocks, index)));
  // A heading alone reads as if its section were empty.
  const withText = inOrder.filter((index) => blocks[index]?.kind !== 'heading' || above.has(index));
  return withText.length > 0 ? withText : inOrder;
};

/** The factor of a block below a head for patients in another state: with a pulse, or without one. */
const otherStateShare = 0.5;

/** What a list titled as contraindications is worth more, where they are asked for, and the factor of a dose. */
const titledBonus = 1;
const doseShare = 0.5;

/**
 * What a block is worth for a question about contraindications: the list that is titled so comes before everything
 * else, and a list of doses does not stand in its place.
 */
const worthAgainst = (
  document: OutlinedDocument,
  index: number,
  { wantsExclusions, things }: ExcerptRequest,
  worth: number,
): number => {
  if (!wantsExclusions) return worth;
  if (isOfExclusionList(document, index, things)) return worth + titledBonus;
  const block = document.blocks[index];
  return blockNamesDose(block) && !blockProhibits(block) ? worth * doseShare : worth;
};

/** Whether a block only names what follows. */
const isBare = (block: Block | undefined): boolean =>
  block === undefined || block.kind === 'heading' || isTitleLine(block);

/** Whether a block gives a dose of the drugs whose dose is asked for: it answers, whatever names more words of the question. */
const givesAskedDose = (
  document: OutlinedDocument,
  index: number,
  { kind, drugs, wantsOtherDrug }: ExcerptRequest,
): boolean =>
  kind === 'dose' &&
  !wantsOtherDrug &&
  document.blocks[index]?.isForOtherPatients !== true &&
  blockNamesDose(document.blocks[index]) &&
  hasTermOnPath(document, index, drugs);

/** The quoted blocks of a document, in reading order and by how well they answer, and how well the best does. */
type ChosenBlocks = {
  readonly chosen: readonly number[];
  /** The quoted blocks other than headings, the best first. */
  readonly best: readonly number[];
  readonly worth: number;
};

/**
 * Chooses what to quote from a document: the blocks that answer best, each with its headings and parent entries, the
 * whole step if it fits, its alternatives for other patients, and its restrictions.
 *
 * @param relevanceOf the relevance of a passage, up to 1 for the best of the search
 * @param space exceeded only by the first block
 * @returns indexes of blocks in reading order, and the same with the best first
 */
export const chooseBlocks = (
  document: OutlinedDocument,
  relevanceOf: (passage: Passage) => number,
  request: ExcerptRequest,
  space: ExcerptSpace,
): ChosenBlocks => {
  const { blocks } = document;
  const judged = scoreBlocks(document, request)
    .map((worth, index) => {
      const block = blocks[index];
      // A search ranks words: it does not see that a stated value meets the condition of a passage.
      const isMet = block !== undefined && meetsBound(block.lines, request.values);
      // Nor that a step without the words of the question belongs to the procedure asked for.
      const isStep = request.wantsProcedure && isAskedStep(document, index, request);
      const relevance = block === undefined ? 0 : isMet || isStep ? 1 : relevanceOf(block.passage);
      const isOther = isForOtherState(blocks, index, request.state);
      const fitting = worthAgainst(document, index, request, worth) * (isOther ? otherStateShare : 1);
      return { index, worth: fitting * (1 - ownShare + ownShare * relevance) };
    })
    .sort((one, other) => other.worth - one.worth);
  const withBest = (chosen: readonly number[]): ChosenBlocks => {
    const quoted = new Set(chosen);
    const best = judged.filter(({ index }) => quoted.has(index) && blocks[index]?.kind !== 'heading');
    const ranked = best.map(({ index }) => index);
    const answers = ranked.filter((index) => givesAskedDose(document, index, request));
    return {
      chosen,
      best: [...answers, ...ranked.filter((index) => !answers.includes(index))],
      worth: best[0]?.worth ?? 0,
    };
  };
  const chosen = chooseAmong(document, judged, request, space);
  const saysSomething = chosen.some(
    (index) => !isBare(blocks[index]) || (blocks[index] !== undefined && identifies(blocks[index], request)),
  );
  if (saysSomething) return withBest(chosen);
  // A title alone reads as if the document were empty: its content is quoted in reading order.
  const below = judged.filter(({ index }) => !isBare(blocks[index]));
  const instead = chooseAmong(document, below, request, space);
  return withBest(instead.length > 0 ? instead : chosen);
};

/**
 * Divides chosen blocks where pages between them are left out: into the places of a long document. What introduces a
 * block stays with it.
 */
const placesOf = (blocks: readonly Block[], chosen: readonly number[]): readonly (readonly number[])[] => {
  const places: number[][] = [];
  let lastPage: number | undefined;
  for (const index of chosen) {
    const place = places.at(-1);
    const isFar = skipsPages(lastPage, blocks[index]?.places[0]?.pages[0]);
    const isIntroduced = headsOf(blocks, index).some(
      (head) => blocks[head]?.kind !== 'heading' && place?.includes(head) === true,
    );
    if (place === undefined || (isFar && !isIntroduced)) places.push([index]);
    else place.push(index);
    lastPage = blocks[index]?.places.at(-1)?.pages[1] ?? lastPage;
  }
  return places;
};

/** The section of a block, and the rest of the same place, each in reading order; one part if the section is first. */
const sectionFirst = (
  blocks: readonly Block[],
  chosen: readonly number[],
  lead: number,
): readonly (readonly number[])[] => {
  const section = headingIndexOf(blocks, lead);
  if (section === undefined) return [chosen];
  const isOfLead = (index: number): boolean => index === section || headingIndexOf(blocks, index) === section;
  const others = chosen.filter((index) => !isOfLead(index) && blocks[index]?.kind !== 'heading');
  const [first] = others;
  if (first === undefined || first > lead) return [chosen];
  const withHeads = (indexes: readonly number[]): readonly number[] => {
    const wanted = new Set(indexes.flatMap((index) => [index, ...headsOf(blocks, index)]));
    return chosen.filter((index) => wanted.has(index));
  };
  return [withHeads(chosen.filter((index) => isOfLead(index))), withHeads(others)];
};

/**
 * Splits chosen blocks into parts, each in reading order: the section that answers best, the rest of its pages, then
 * the other places of the document, the best first. Far apart, the order of the pages says nothing: the answer must not
 * stand behind what a long document says about something else.
 */
export const bestPlacesFirst = (
  blocks: readonly Block[],
  { chosen, best }: Pick<ChosenBlocks, 'chosen' | 'best'>,
): readonly (readonly number[])[] => {
  const places = placesOf(blocks, chosen);
  // A place without any of them has only headings, which name nothing alone.
  const ranked = places.flatMap((place) => {
    const rank = best.findIndex((index) => place.includes(index));
    return rank < 0 ? [] : [{ place, rank }];
  });
  const [lead] = best;
  if (lead === undefined) return [chosen];
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .flatMap(({ place, rank }) => (rank === 0 ? sectionFirst(blocks, place, lead) : [place]));
};
