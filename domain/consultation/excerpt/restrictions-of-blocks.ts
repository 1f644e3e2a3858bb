import { namesAmount } from '../../clinical-text/names-dose.ts';
import { headingIndexOf } from './block-sections.ts';
import {
  blockForbidsForSpecialPatients,
  blockGivesValue,
  blockHeadsRestrictions,
  blockMentionsSpecialPatients,
  blockNamesDose,
  blockNamesExclusions,
  blockProhibits,
  blockRestricts,
  lengthOfBlock,
  textOfBlock,
} from './block-texts.ts';
import { longestBeside } from './companions.ts';
import { dosesAreOfOthers } from './doses-of-others.ts';
import { isDrugTerm } from './drug-terms.ts';
import {
  conceptTermsAmong,
  type ExcerptRequest,
  hasTermOnPath,
  isInterventionTerm,
  type OutlinedDocument,
  specificWeight,
} from './judge-blocks.ts';
import type { Block } from './outline/block.ts';
import { headsOf, stepOf, subtreeOf } from './outline/block-tree.ts';
import { noteMarksIn } from './outline/note-marks.ts';
import { headsRestrictions } from './statement-kinds.ts';
import { termsIn, titleTermsOf } from './terms-of-text.ts';

/** The number of characters within which a prohibition names what it forbids. */
const beginning = 60;

const headingOf = (blocks: readonly Block[], index: number): string =>
  blocks[headingIndexOf(blocks, index) ?? -1]?.lines[0] ?? '';

/**
 * Restrictions of the chosen blocks: notes that they refer to, prohibitions in the same steps, and prohibitions in the
 * same passages that name something from both the question and a chosen block.
 */
export const restrictionsOf = (
  { blocks, terms }: OutlinedDocument,
  chosen: ReadonlySet<number>,
  { subject, drugs, things }: ExcerptRequest,
): readonly number[] => {
  const steps = new Set([...chosen].map((index) => stepOf(blocks, index)));
  const sections = new Set([...chosen].map((index) => headingIndexOf(blocks, index)));
  const title = blocks[0] === undefined ? new Set<string>() : titleTermsOf(blocks[0].passage);
  /** Whether the nearest heading that names a drug or a device, or else the title, names a requested one. */
  const isOfAsked = (index: number): boolean => {
    const above = [...headsOf(blocks, index).map((at) => terms[at] ?? new Set<string>()), title];
    const nearest = above.find((names) => [...names].some(isInterventionTerm));
    return nearest !== undefined && things.some((thing) => nearest.has(thing));
  };
  /**
   * Words of the question that occur in chosen blocks: a prohibition of the same thing a few steps later belongs to
   * them.
   */
  const askedHere = new Set(
    subject
      .filter(({ weight }) => weight >= specificWeight)
      .map(({ term }) => term)
      .filter((term) => [...chosen].some((index) => terms[index]?.has(term) === true)),
  );
  const passages = new Set([...chosen].map((index) => blocks[index]?.passage));
  const asked = new Set([...drugs, ...subject.map(({ term }) => term)]);
  const named = new Set(
    [...chosen].flatMap((index) => conceptTermsAmong(terms[index])).filter((term) => asked.has(term)),
  );
  const drugsHere = new Set([...chosen].flatMap((index) => [...(terms[index] ?? [])].filter(isDrugTerm)));
  const isOfOtherDrug = (index: number): boolean => {
    const names = [...(terms[index] ?? [])].filter(isDrugTerm);
    return names.length > 0 && !names.some((term) => things.includes(term) || drugsHere.has(term));
  };
  /** What stands below a dose of a drug that was not asked for, and is not quoted, restricts that drug. */
  const isUnderOtherDose = (index: number): boolean =>
    drugs.length > 0 &&
    headsOf(blocks, index).some((head) => {
      const above = blocks[head];
      return (
        above !== undefined &&
        above.kind !== 'heading' &&
        !chosen.has(head) &&
        blockNamesDose(above) &&
        dosesAreOfOthers([above], [...drugs, ...things])
      );
    });
  /** Note marks next to the requested doses. */
  const dosed = new Set(
    [...chosen].flatMap((index) => {
      const lines = blocks[index]?.lines ?? [];
      // A question that names no drug is about everything that a quoted step gives.
      if (drugs.length === 0 && blockNamesDose(blocks[index])) return lines.flatMap(noteMarksIn);
      const isAsked = drugs.some((drug) => terms[index]?.has(drug) === true);
      return isAsked ? lines.filter(namesAmount).flatMap(noteMarksIn) : [];
    }),
  );
  const marks = new Set([...chosen].flatMap((index) => noteMarksIn(textOfBlock(blocks[index]))));
  /** Whether it is an item of the list that a chosen one belongs to. */
  const lists = new Set([...chosen].map((index) => blocks[index]?.under));
  const isBesideChosen = (index: number): boolean => {
    const list = blocks[index]?.under;
    if (!lists.has(list)) return false;
    return list === undefined || blocks[list]?.kind === 'heading'
      ? blockForbidsForSpecialPatients(blocks[index])
      : chosen.has(list);
  };
  return blocks.flatMap((block, index) => {
    const { kind, passage } = block;
    if (chosen.has(index) || kind === 'heading') return [];
    if (isUnderOtherDose(index) && !things.some((thing) => terms[index]?.has(thing))) return [];
    const text = textOfBlock(block);
    // "2 g. Not in COPD" for adults is mainly a dose, and not this patient's.
    if (block.isForOtherPatients === true && namesAmount(text)) return [];
    const [ownMark] = noteMarksIn(text.slice(0, 1));
    const isOfMarked = ownMark !== undefined && marks.has(ownMark);
    const isNote =
      isOfMarked && (blockRestricts(block) || (dosed.has(ownMark) && text.length <= longestBeside));
    if (isNote) return [index, ...headsOf(blocks, index)];
    if (blockMentionsSpecialPatients(block) && isBesideChosen(index) && text.length <= longestBeside)
      return [index];
    // "Exceptions: …" is about its section, the section "Contraindications" about the title of its document.
    const isOfSection =
      blockHeadsRestrictions(block) &&
      sections.has(headingIndexOf(blocks, index)) &&
      !(blockNamesExclusions(block) && isOfOtherDrug(index));
    const isOfTitle = headsRestrictions(headingOf(blocks, index)) && isOfAsked(index);
    if (isOfSection || isOfTitle) return [index, ...headsOf(blocks, index)];
    if (!blockProhibits(block)) return [];
    const isNear = steps.has(stepOf(blocks, index)) && headsOf(blocks, index).length > 0;
    const namesSame =
      passages.has(passage) && conceptTermsAmong(terms[index]).some((term) => named.has(term));
    // Prohibitions of the requested item apply from anywhere in the document.
    const isInList =
      lists.has(blocks[index]?.under) &&
      ownMark === undefined &&
      [...termsIn(text.slice(0, beginning))].some((term) => askedHere.has(term));
    const isAsked = isInList || things.some((thing) => terms[index]?.has(thing) === true);
    return isNear || namesSame || isAsked ? [index, ...headsOf(blocks, index)] : [];
  });
};

/** A head with its list: what follows the list under the same head is about something else. */
export const listBelow = (blocks: readonly Block[], head: number): readonly number[] => {
  const below = subtreeOf(blocks, head).filter((at) => at !== head);
  const first = below.findIndex((at) => blocks[at]?.kind === 'entry');
  if (first < 0) return [head, ...below.slice(0, 1).filter((at) => blocks[at]?.kind === 'paragraph')];
  const after = below.findIndex((at, place) => place > first && blocks[at]?.kind !== 'entry');
  return [head, ...below.slice(first, after < 0 ? undefined : after)];
};

/**
 * Heads of the lists of patients who must not get a drug that chosen blocks give, wherever the document has them: those
 * of requested drugs first.
 */
export const exclusionHeads = (
  { blocks, terms }: OutlinedDocument,
  chosen: ReadonlySet<number>,
  { drugs }: ExcerptRequest,
): readonly { readonly index: number; readonly isAsked: boolean }[] => {
  const given = new Set(
    [...chosen].flatMap((index) =>
      blockNamesDose(blocks[index])
        ? [index, ...headsOf(blocks, index)].flatMap((at) => [...(terms[at] ?? [])].filter(isDrugTerm))
        : [],
    ),
  );
  const heads = blocks.flatMap((block, index) => {
    if (block.kind === 'table' || !blockNamesExclusions(block)) return [];
    const names = [...(terms[index] ?? [])].filter((term) => given.has(term));
    return names.length === 0 ? [] : [{ index, isAsked: names.some((term) => drugs.includes(term)) }];
  });
  return [...heads.filter(({ isAsked }) => isAsked), ...heads.filter(({ isAsked }) => !isAsked)];
};

/** A longer block covers more than an exception. */
const longestException = 800;

/** The least score, relative to the best block, of a value or order for some patients. */
const exceptionShare = 0.3;

/**
 * The best block that makes an exception for a condition stated in the question, if no chosen block names it: the
 * usual oxygen dose harms a patient who retains carbon dioxide.
 */
export const exceptionsFor = (
  { blocks, terms }: OutlinedDocument,
  candidates: readonly { readonly index: number; readonly worth: number }[],
  chosen: ReadonlySet<number>,
  { conditions, subject, wantsManagement }: ExcerptRequest,
): readonly number[] => {
  if (wantsManagement) return [];
  const specific = subject.filter(({ weight }) => weight >= specificWeight).map(({ term }) => term);
  const least = (candidates[0]?.worth ?? 0) * exceptionShare;
  return conditions.flatMap((condition) => {
    const isNamed = [...chosen].some((index) => hasTermOnPath({ blocks, terms }, index, [condition]));
    if (isNamed) return [];
    const others = specific.filter((term) => term !== condition);
    const exception = candidates.find(({ index, worth }) => {
      const block = blocks[index];
      const own = terms[index];
      return (
        worth >= least &&
        block !== undefined &&
        block.kind !== 'heading' &&
        lengthOfBlock(block) <= longestException &&
        own?.has(condition) === true &&
        others.some((term) => own.has(term)) &&
        (blockGivesValue(block) || blockNamesDose(block) || blockRestricts(block))
      );
    });
    return exception === undefined ? [] : [exception.index];
  });
};

/** The notes of chosen steps that say more about the condition to be treated. */
export const notesOfSteps = (
  { blocks, terms }: OutlinedDocument,
  chosen: ReadonlySet<number>,
  { subject, wantsManagement }: ExcerptRequest,
): readonly number[] => {
  if (!wantsManagement) return [];
  const specific = subject.filter(({ weight }) => weight >= specificWeight);
  const marks = new Set([...chosen].flatMap((index) => noteMarksIn(textOfBlock(blocks[index]))));
  return blocks.flatMap((block, index) => {
    const [mark] = noteMarksIn(textOfBlock(block).slice(0, 1));
    if (mark === undefined || !marks.has(mark) || chosen.has(index)) return [];
    return specific.some(({ term }) => terms[index]?.has(term) === true) ? [index] : [];
  });
};
