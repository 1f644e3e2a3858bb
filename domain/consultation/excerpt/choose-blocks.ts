import { namesAmount } from '../../clinical-text/names-dose.ts';
import type { Passage } from '../../retrieval/passage.ts';
import {
  blockEndsUnfinished,
  blockForbidsForSpecialPatients,
  blockGivesValue,
  blockHeadsRestrictions,
  blockLimitsDose,
  blockMentionsSpecialPatients,
  blockNamesDose,
  blockNamesExclusions,
  blockProhibits,
  blockRestricts,
  lengthOfBlock,
  textOfBlock,
} from './block-texts.ts';
import { footnotesOf } from './footnotes.ts';
import {
  conceptTermsAmong,
  type ExcerptRequest,
  identifies,
  isDrugTerm,
  isInterventionTerm,
  isTitleLine,
  namesDrugItself,
  namesItsEntries,
  type OutlinedDocument,
  scoreBlocks,
  specificWeight,
  termsIn,
  titleTermsOf,
} from './judge-blocks.ts';
import type { Block } from './outline/block.ts';
import { childrenOf, headsOf, stepOf, subtreeOf } from './outline/block-tree.ts';
import { noteMarksIn } from './outline/note-marks.ts';
import { areInDifferentBands } from './page-bands.ts';
import { meetsBound } from './stated-bounds.ts';
import {
  asksForAuthorization,
  endsInColon,
  headsCriteria,
  headsRestrictions,
  introducesCriteria,
  introducesList,
  startsWithPatientGroup,
} from './statement-kinds.ts';

/** The number of blocks considered, best first; each brings the blocks that belong to it. */
const blocksTried = 10;
/** The same for questions about what to do: the steps of a section have the same score and are read in order. */
const stepsTried = 60;
/** A block that scores below this share of the best one is not quoted. */
const quotedFrom = 0.4;
/** The least score of a block next to the line with the requested number. */
const besideIdentity = 0.4;
/** The part of a block's score that does not depend on the rank of its passage. */
const ownShare = 0.5;
/** A longer list is an inventory: only its outline is shown, or the outermost part that fits. */
const longestList = 2000;
/** A list of criteria is shown whole up to this length: with a missing criterion, a patient goes to the wrong place. */
const longestCriteria = 4000;
/** An item for some patients is included up to this length; a longer one is a separate section. */
const longestBeside = 300;
/** A section up to this length is quoted whole: its other steps take no longer to read than an omission mark. */
const shortSection = 400;
const longestFooting = 80;
/** The number of characters within which a prohibition names what it forbids. */
const beginning = 60;
/** Space beyond that of the excerpt for restrictions of a quoted block: they matter more than brevity. */
const roomForRestrictions = 700;
/** The number of restrictions considered, in reading order: ten times as many as fit. */
const restrictionsTried = 300;

/** The blocks right after a dose that limit or repeat it, at its level or below; not those about another drug. */
const limitsAfter = ({ blocks, terms }: OutlinedDocument, index: number): readonly number[] => {
  const own = terms[index] ?? new Set();
  const isOfAnother = (at: number): boolean => {
    const drugs = [...(terms[at] ?? [])].filter(isDrugTerm);
    return drugs.length > 0 && !drugs.some((drug) => own.has(drug));
  };
  if (!blockNamesDose(blocks[index])) return [];
  const limits: number[] = [];
  for (let at = index + 1; at < blocks.length; at += 1) {
    const block = blocks[at];
    const isBeside = block !== undefined && (block.under === blocks[index]?.under || block.under === index);
    if (!isBeside || block.kind === 'heading' || block.kind === 'table' || !blockLimitsDose(block)) break;
    if (isOfAnother(at)) break;
    limits.push(at);
  }
  return limits;
};

/** The beginning of a note below a table: its mark, or the word. */
const tableNote = /^(?:[*†‡§¶]|[¹²³⁴]|\(?\d\)\s|notes?\b:?)/i;
/** The most blocks below a table that may be its notes, and the longest of them. */
const mostTableNotes = 3;
const longestTableNote = 600;

/** The blocks right below a table that belong to it: its notes and the limits of its doses. */
const notesBelow = (blocks: readonly Block[], index: number): readonly number[] => {
  if (blocks[index]?.kind !== 'table') return [];
  const notes: number[] = [];
  for (let at = index + 1; at <= index + mostTableNotes; at += 1) {
    const block = blocks[at];
    if (block === undefined || block.kind === 'heading' || block.kind === 'table') break;
    const text = textOfBlock(block);
    const isNote = tableNote.test(text) || blockLimitsDose(block) || blockRestricts(block);
    if (text.length > longestTableNote || !isNote) break;
    notes.push(at);
  }
  return notes;
};

/** The preceding step, if it says whose permission a step with a dose needs. */
const leaveBefore = (blocks: readonly Block[], index: number): readonly number[] => {
  const [before, block] = [blocks[index - 1], blocks[index]];
  if (before === undefined || block === undefined || before.under !== block.under) return [];
  const isLeave = lengthOfBlock(before) <= longestBeside && asksForAuthorization(before.lines[0] ?? '');
  return isLeave && blockNamesDose(block) ? [index - 1] : [];
};

const lengthOfAll = (blocks: readonly Block[], indexes: readonly number[]): number =>
  indexes.reduce((sum, index) => sum + lengthOfBlock(blocks[index]), 0);

/** The heading of a list with the text between it and the first entry, which may introduce the list. */
const introductionOf = (blocks: readonly Block[], head: number): string => {
  const below = childrenOf(blocks, head);
  const first = below.findIndex((one) => blocks[one]?.kind === 'entry');
  return [head, ...below.slice(0, Math.max(0, first))].map((at) => textOfBlock(blocks[at])).join(' ');
};

/**
 * The whole innermost list of a block, because one criterion of several is a different rule. An entry with its own dose
 * is complete: its neighbours are about other drugs.
 */
const listAround = (blocks: readonly Block[], index: number, atMost: number): readonly number[] => {
  const isWhole = blocks[index]?.kind === 'entry' && blockNamesDose(blocks[index]);
  const isList = (at: number): boolean =>
    blocks[at]?.kind === 'heading'
      ? headsCriteria(textOfBlock(blocks[at]))
      : introducesList(introductionOf(blocks, at));
  const list = (isWhole ? [index] : [index, ...headsOf(blocks, index)]).find(isList);
  if (list === undefined) return [];
  const path = [index, ...headsOf(blocks, index)].filter((at) => at >= list);
  const whole = subtreeOf(blocks, list);
  const outlined = whole.filter((at) => path.includes(at) || blocks[at]?.under === list);
  const parts = path.filter((at) => at !== list).reverse();
  const isCriteria =
    introducesCriteria(introductionOf(blocks, list)) || headsCriteria(textOfBlock(blocks[list]));
  const longest = Math.min(isCriteria ? longestCriteria : longestList, atMost);
  return (
    [whole, outlined, ...(isCriteria ? [] : parts.map((at) => subtreeOf(blocks, at)))].find(
      (indexes) => lengthOfAll(blocks, indexes) <= longest,
    ) ?? (isCriteria ? outlined : [])
  );
};

/** Whether a block is under a heading of criteria, all of which apply. */
const isCriterion = (blocks: readonly Block[], index: number): boolean =>
  headsOf(blocks, index).some(
    (at) => blocks[at]?.kind === 'heading' && headsCriteria(textOfBlock(blocks[at])),
  );

/** Whether a block with its own entries introduces criteria. */
const leadsCriteria = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.kind !== 'heading' &&
  childrenOf(blocks, index).some((at) => blocks[at]?.kind === 'entry') &&
  introducesCriteria(introductionOf(blocks, index));

/** A banner whose table is for other patients: next to the table of the right zone it only misleads. */
const isOtherZone = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.isForOtherPatients === true &&
  subtreeOf(blocks, index).some((at) => blocks[at]?.kind === 'table');

/**
 * A block with everything that it must not be separated from: the limits of its dose, its ancestors, its list, and its
 * alternatives for other patients, because one dose of several looks like the only one.
 */
const withCompanions = (
  document: OutlinedDocument,
  index: number,
  atMost = Number.POSITIVE_INFINITY,
): readonly number[] => {
  const { blocks } = document;
  const block = blocks[index];
  if (block === undefined) return [];
  const heads = headsOf(blocks, index);
  const alternatives = startsWithPatientGroup(block.lines[0] ?? '')
    ? childrenOf(blocks, block.under).flatMap((at) =>
        startsWithPatientGroup(blocks[at]?.lines[0] ?? '') && !isOtherZone(blocks, at)
          ? subtreeOf(blocks, at)
          : [],
      )
    : [];
  return [
    ...leaveBefore(blocks, index),
    index,
    ...limitsAfter(document, index),
    ...heads,
    ...listAround(blocks, index, atMost),
    ...alternatives,
  ];
};

/** Whether a block is an unfinished line below the last entry: probably a page footer. */
const isFooting = (blocks: readonly Block[], index: number): boolean => {
  const block = blocks[index];
  return (
    index === blocks.length - 1 &&
    block?.kind === 'paragraph' &&
    lengthOfBlock(block) <= longestFooting &&
    !/[.:;!?]$/.test(block.lines.at(-1) ?? '')
  );
};

const headingIndexOf = (blocks: readonly Block[], index: number): number | undefined =>
  headsOf(blocks, index).find((at) => blocks[at]?.kind === 'heading');

const headingOf = (blocks: readonly Block[], index: number): string =>
  blocks[headingIndexOf(blocks, index) ?? -1]?.lines[0] ?? '';

/**
 * Restrictions of the chosen blocks: notes that they refer to, prohibitions in the same steps, and prohibitions in the
 * same passages that name something from both the question and a chosen block.
 */
const restrictionsOf = (
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
const listBelow = (blocks: readonly Block[], head: number): readonly number[] => {
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
const exclusionHeads = (
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

/** The notes of chosen steps that say more about the condition to be treated. */
const notesOfSteps = (
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

/** The longest block that is included because it is between two quoted ones. */
const longestBetween = 300;
const bound =
  /\b(?:below|under|above|over|less than|more than|greater than|at least)\s?\d|[<>≤≥]\s?\d|\d[^.;]{0,12}\bor (?:more|less)\b/i;

/** A limit between two quoted neighbours: without "below 2.5: call", the steps around it seem to apply to any value. */
const boundsBetween = (blocks: readonly Block[], chosen: ReadonlySet<number>): readonly number[] =>
  blocks.flatMap((block, index) => {
    const [before, after] = [blocks[index - 1], blocks[index + 1]];
    const isBetween =
      chosen.has(index - 1) &&
      chosen.has(index + 1) &&
      !chosen.has(index) &&
      before?.under === block.under &&
      after?.under === block.under;
    const isBound = block.kind === 'entry' || block.kind === 'paragraph';
    if (!isBetween || !isBound || block.isForOtherPatients === true || lengthOfBlock(block) > longestBetween)
      return [];
    return bound.test(block.lines.join(' ')) ? [index] : [];
  });

/** A numbered step, as "7. For poor perfusion". */
const numberedStep = /^\(?\d{1,2}[.)]\s/;
/** If more than this share of a list of steps is quoted, the missing steps between them are quoted too. */
const mostOfSteps = 0.5;

/**
 * The missing steps between quoted ones of the same list, if most of the list is quoted: "for persistent poor perfusion
 * after the first 250 mL" means nothing without the step that gives the 250 mL.
 */
const stepsBetween = (blocks: readonly Block[], chosen: ReadonlySet<number>): readonly number[] =>
  [...new Set([...chosen].map((index) => blocks[index]?.under))].flatMap((list) => {
    const steps = childrenOf(blocks, list).filter((at) => numberedStep.test(blocks[at]?.lines[0] ?? ''));
    const quoted = steps.filter((at) => chosen.has(at));
    const between = steps.filter((at) => at > (quoted[0] ?? 0) && at < (quoted.at(-1) ?? 0));
    const missing = between.filter((at) => !chosen.has(at) && blocks[at]?.isForOtherPatients !== true);
    return quoted.length > (quoted.length + missing.length) * mostOfSteps ? missing : [];
  });

/** The steps of a numbered list up to a block that is one of them, each with its own list; none if it is not a step. */
const stepsUpTo = (blocks: readonly Block[], index: number): readonly number[] => {
  const isStep = (at: number | undefined): boolean =>
    at !== undefined && numberedStep.test(blocks[at]?.lines[0] ?? '');
  const steps = childrenOf(blocks, blocks[index]?.under);
  const place = steps.indexOf(index);
  if (place < 0 || !isStep(index)) return [];
  let from = place;
  while (isStep(steps[from - 1])) from -= 1;
  return steps
    .slice(from, place + 1)
    .flatMap((at) => subtreeOf(blocks, at))
    .filter((at) => blocks[at]?.kind === 'entry');
};

/** The most blocks that continue one unfinished block. */
const longestContinuation = 8;

/** The continuation of a block that clearly does not end a statement: "…, or", "a pressure of". */
const continuationOf = (blocks: readonly Block[], index: number): readonly number[] => {
  const added: number[] = [];
  for (let at = index; added.length < longestContinuation; at += 1) {
    const [block, next] = [blocks[at], blocks[at + 1]];
    if (block === undefined || next === undefined || next.kind === 'heading') break;
    if (!blockEndsUnfinished(block)) break;
    added.push(at + 1);
  }
  return added;
};

/** The number of blocks before a dose within which its drug may be named. */
const drugWithin = 16;

/**
 * The block that names the drug of a dose that does not name it: a neighbour, else the parent, else an earlier block in
 * the same section.
 */
const drugBefore = (document: OutlinedDocument, index: number): readonly number[] => {
  const { blocks, terms } = document;
  const block = blocks[index];
  if (block === undefined || block.kind === 'heading' || block.kind === 'table' || !blockNamesDose(block))
    return [];
  const isVehicle = [...(terms[index] ?? [])].some(isDrugTerm);
  const isOfTitle = [...titleTermsOf(block.passage)].some(isDrugTerm);
  if (isVehicle || isOfTitle || namesDrugItself(document, index)) return [];
  const isDrug = (at: number): boolean =>
    at < index &&
    at >= index - drugWithin &&
    blocks[at]?.kind !== 'heading' &&
    !areInDifferentBands(blocks, at, index) &&
    namesDrugItself(document, at);
  const beside = childrenOf(blocks, block.under).findLast(isDrug);
  if (beside !== undefined) return [beside];
  const heads = headsOf(blocks, index);
  if (heads.some((at) => [...(terms[at] ?? [])].some(isDrugTerm) || namesDrugItself(document, at))) return [];
  const section = headingIndexOf(blocks, index);
  for (let at = index - 1; at >= index - drugWithin && blocks[at]?.kind !== 'heading'; at -= 1)
    if (isDrug(at) && headingIndexOf(blocks, at) === section) return [at];
  return [];
};

/** Preparation of a drug before it is given. */
const preparation =
  /\b(?:mix(?:ed|ing|ture)?|dilut\w+|reconstitut\w+|dr[ae]wn? up|withdraw\w*|discard\w*|waste|expel\w*|syringes?|vials?|ampoules?|ampules?)\b/i;

/**
 * The whole preparation procedure of a drug, if a chosen block is one of its steps: without the dilution step, the next
 * one would give ten times as much.
 */
const preparationAround = (blocks: readonly Block[], index: number): readonly number[] => {
  const steps = childrenOf(blocks, blocks[index]?.under);
  const place = steps.indexOf(index);
  const isStep = (at: number | undefined): boolean =>
    at !== undefined && blocks[at]?.kind === blocks[index]?.kind && blocks[at]?.kind !== 'heading';
  if (place < 0 || !isStep(index)) return [];
  const isPreparation = (at: number | undefined): boolean =>
    at !== undefined && preparation.test(textOfBlock(blocks[at]));
  let [from, to] = [place, place];
  while (isStep(steps[from - 1])) from -= 1;
  while (isStep(steps[to + 1])) to += 1;
  const run = steps.slice(from, to + 1);
  const whole = run.flatMap((at) => subtreeOf(blocks, at)).filter((at) => !isFooting(blocks, at));
  // A short list takes no longer to read than an omission mark.
  const isOfList =
    blocks[index]?.kind === 'entry' &&
    blocks[index].under !== undefined &&
    noteMarksIn(textOfBlock(blocks[index]).slice(0, 1)).length === 0;
  if (isOfList && lengthOfAll(blocks, whole) <= shortSection) return whole;
  const preparing = run.filter(isPreparation);
  const [first, last] = [preparing[0], preparing.at(-1)];
  if (preparing.length < 2 || first === undefined || last === undefined) return [];
  if (lengthOfAll(blocks, whole) <= longestList) return whole;
  // In a protocol that also does much else, only the preparation steps and the following one, which gives the drug.
  const given = run[run.indexOf(last) + 1] ?? last;
  if (index < first || index > given) return [];
  const stretch = run.filter((at) => at >= first && at <= given).flatMap((at) => subtreeOf(blocks, at));
  return lengthOfAll(blocks, stretch) <= longestList ? stretch : [];
};

/** The most characters that introduced lists may add beyond the space of the excerpt. */
const roomForIntroduced = 1200;

/**
 * Adds the missing lists that chosen blocks introduce: the whole list if it fits, else its outline. Removes an
 * introduction that means nothing without its list.
 *
 * @param isAnswer whether a block was chosen for itself, and not as the parent of another or as a part of an outline
 */
const completeIntroductions = (
  blocks: readonly Block[],
  chosen: Set<number>,
  isAnswer: (index: number) => boolean,
): void => {
  let room = roomForIntroduced;
  const inOrder = [...chosen].sort((one, other) => one - other);
  for (const index of inOrder) {
    const block = blocks[index];
    const text = textOfBlock(block);
    const next = blocks[index + 1];
    const isCaption = next?.kind === 'table' && next.under === index;
    const introduces = endsInColon(text) || isCaption || (isAnswer(index) && namesItsEntries(blocks, index));
    if (block === undefined || block.kind === 'heading' || !introduces) continue;
    const below = subtreeOf(blocks, index).filter((at) => at !== index);
    // The shown part of a table is already chosen.
    if (next?.kind === 'table') chosen.add(index + 1);
    const following = next !== undefined && next.kind !== 'heading' ? [index + 1] : [];
    const introduced = below.length > 0 ? below : following;
    if (introduced.length === 0 || introduced.some((at) => chosen.has(at))) continue;
    const outline = introduced.filter((at) => blocks[at]?.under === index);
    const added = [introduced, outline].find((one) => one.length > 0 && lengthOfAll(blocks, one) <= room);
    if (added !== undefined) {
      room -= lengthOfAll(blocks, added);
      for (const at of added) chosen.add(at);
    } else if (block.lines.length === 1 && chosen.size > 1 && !chosen.has(block.under ?? -1)) {
      chosen.delete(index);
    }
  }
};

/** A longer block covers more than an exception. */
const longestException = 800;
/** The least score, relative to the best block, of a value or order for some patients. */
const exceptionShare = 0.3;

/**
 * The best block that makes an exception for a condition stated in the question, if no chosen block names it: the
 * usual oxygen dose harms a patient who retains carbon dioxide.
 */
const exceptionsFor = (
  { blocks, terms }: OutlinedDocument,
  candidates: readonly { readonly index: number; readonly worth: number }[],
  chosen: ReadonlySet<number>,
  { conditions, subject, wantsManagement }: ExcerptRequest,
): readonly number[] => {
  if (wantsManagement) return [];
  const specific = subject.filter(({ weight }) => weight >= specificWeight).map(({ term }) => term);
  const least = (candidates[0]?.worth ?? 0) * exceptionShare;
  return conditions.flatMap((condition) => {
    const isNamed = [...chosen].some((index) =>
      [index, ...headsOf(blocks, index)].some((at) => terms[at]?.has(condition) === true),
    );
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

/** Chooses from scored blocks, best first, those to quote with what belongs to them, in reading order. */
const chooseAmong = (
  document: OutlinedDocument,
  candidates: readonly { readonly index: number; readonly worth: number }[],
  request: ExcerptRequest,
  room: number,
): readonly number[] => {
  const { blocks } = document;
  // If the number was requested, the line with number and title comes first and displaces nothing else.
  const isIdentity = (index: number): boolean => {
    const block = blocks[index];
    return block !== undefined && identifies(block, request);
  };
  const identities = candidates.filter(({ index }) => isIdentity(index));
  const others = candidates.filter(({ index }) => !isIdentity(index));
  const least = Math.max((others[0]?.worth ?? 0) * quotedFrom, identities.length > 0 ? besideIdentity : 0);
  const tried = request.wantsManagement ? stepsTried : blocksTried;
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
    // Half of a list of contraindications or criteria is a different rule: the whole list matters more than brevity.
    if (isCriterion(blocks, index) && add(withCompanions(document, index), room + roomForRestrictions))
      continue;
    const isAskedFor = request.wantsCriteria && leadsCriteria(blocks, index);
    if (isAskedFor && add(withCompanions(document, index), 2 * room + roomForRestrictions)) continue;
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
    if (used === 0 && stepLength > room) add(companions, room);
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
  for (const index of footnotesOf(blocks, chosen)) add([index], mostRoom);
  // A dose without its exclusions reads as if everyone may have it.
  for (const { index, isAsked } of exclusionHeads(document, chosen, request))
    add([...headsOf(blocks, index), ...listBelow(blocks, index)], mostRoom + (isAsked ? longestCriteria : 0));
  for (const index of restrictionsOf(document, chosen, request).slice(0, restrictionsTried))
    add(withCompanions(document, index), mostRoom);
  for (const index of boundsBetween(blocks, chosen)) add([index], mostRoom);
  if (request.wantsManagement)
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

/** Whether a block only names what follows. */
const isBare = (block: Block | undefined): boolean =>
  block === undefined || block.kind === 'heading' || isTitleLine(block);

/** The quoted blocks of a document, and the one that answers best. */
type ChosenBlocks = { readonly chosen: readonly number[]; readonly lead: number | undefined };

/**
 * Chooses what to quote from a document: the blocks that answer best, each with its headings and parent entries, the
 * whole step if it fits, its alternatives for other patients, and its restrictions.
 *
 * @param relevanceOf the relevance of a passage, up to 1 for the best of the search
 * @param room characters; exceeded only by the first block and by restrictions
 * @returns indexes of blocks in reading order, and the one that answers best
 */
export const chooseBlocks = (
  document: OutlinedDocument,
  relevanceOf: (passage: Passage) => number,
  request: ExcerptRequest,
  room: number,
): ChosenBlocks => {
  const { blocks } = document;
  const judged = scoreBlocks(document, request)
    .map((worth, index) => {
      const block = blocks[index];
      // A search ranks words: it does not see that a stated value meets the condition of a passage.
      const isMet = block !== undefined && meetsBound(block.lines, request.values);
      const relevance = block === undefined ? 0 : isMet ? 1 : relevanceOf(block.passage);
      return { index, worth: worth * (1 - ownShare + ownShare * relevance) };
    })
    .sort((one, other) => other.worth - one.worth);
  const leadOf = (chosen: readonly number[]): ChosenBlocks => ({
    chosen,
    lead: judged.find(({ index }) => chosen.includes(index) && blocks[index]?.kind !== 'heading')?.index,
  });
  const chosen = chooseAmong(document, judged, request, room);
  const saysSomething = chosen.some(
    (index) => !isBare(blocks[index]) || (blocks[index] !== undefined && identifies(blocks[index], request)),
  );
  if (saysSomething) return leadOf(chosen);
  // A title alone reads as if the document were empty: its content is quoted in reading order.
  const below = judged.filter(({ index }) => !isBare(blocks[index]));
  const instead = chooseAmong(document, below, request, room);
  return leadOf(instead.length > 0 ? instead : chosen);
};

/**
 * Splits chosen blocks into two parts, each in reading order: the section that answers best, then the rest. Returns
 * one part if that section comes first anyway.
 */
export const leadingSectionFirst = (
  blocks: readonly Block[],
  { chosen, lead }: ChosenBlocks,
): readonly (readonly number[])[] => {
  const section = lead === undefined ? undefined : headingIndexOf(blocks, lead);
  if (section === undefined) return [chosen];
  const isOfLead = (index: number): boolean => index === section || headingIndexOf(blocks, index) === section;
  const others = chosen.filter((index) => !isOfLead(index) && blocks[index]?.kind !== 'heading');
  const [first] = others;
  if (first === undefined || lead === undefined || first > lead) return [chosen];
  const withHeads = (indexes: readonly number[]): readonly number[] => {
    const wanted = new Set(indexes.flatMap((index) => [index, ...headsOf(blocks, index)]));
    return chosen.filter((index) => wanted.has(index));
  };
  return [withHeads(chosen.filter((index) => isOfLead(index))), withHeads(others)];
};
