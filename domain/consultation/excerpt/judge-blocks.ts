import type { Quantity } from '../../clinical-text/quantity.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { roleOfHeading, type SectionRole } from '../../knowledge/sections/section-role.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';
import { analyzeText } from '../../retrieval/lexical/analyze-text.ts';
import { conceptOfTerm, conceptTerm, type LexicalTerm } from '../../retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../retrieval/passage.ts';
import {
  normalizeProtocolNumber,
  protocolNumberKey,
  protocolNumbersOf,
} from '../../retrieval/protocol-numbers.ts';
import type { QueryIntent } from '../../retrieval/query/query-intent.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import { type QuestionKind, questionKindOf } from '../../retrieval/query/question-kind.ts';
import { rankContextOf } from '../../retrieval/ranking/rank-context.ts';
import { sectionAside, sectionFit } from '../../retrieval/ranking/section-fit.ts';
import { drugsToGive } from '../drugs-taken.ts';
import type { PatientFacts } from '../patient-facts.ts';
import {
  blockGivesValue,
  blockIntroducesCriteria,
  blockMentionsContraindication,
  blockNamesDose,
  blockRestricts,
  textOfBlock,
} from './block-texts.ts';
import { withBrandedDrugs } from './brand-terms.ts';
import { isDosingSection, isNonDosingSection, reportsTrial } from './dose-sections.ts';
import { dosesAreOfOthers } from './doses-of-others.ts';
import { isDrugItself, isDrugTerm, vehicles } from './drug-terms.ts';
import { fitOfAims } from './fit-of-aim.ts';
import { type DoseAsked, doseAskedIn, fitOfDose } from './fit-of-dose.ts';
import { isOfLetterhead, namesItsEntries } from './names-of-sections.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';
import { outlineDocument } from './outline/outline-document.ts';
import { lacksDrugName, placeDoses } from './outline/place-doses.ts';
import { hasAskedSteps, procedureWorth } from './procedure-sections.ts';
import { type PulseState, pulseStateIn } from './pulse-state.ts';
import { meetsBound, statedValuesIn } from './stated-bounds.ts';
import { termsIn, titleTermsOf } from './terms-of-text.ts';

/** The parts of a question that decide what is quoted. */
export type ExcerptRequest = {
  readonly subject: readonly LexicalTerm[];
  /** Terms of the drugs asked about, without those that the patient is on. */
  readonly drugs: readonly string[];
  /** Terms of requested items that can be forbidden: drugs and their classes, procedures and devices. */
  readonly things: readonly string[];
  readonly protocolNumbers: readonly string[];
  /** Terms of the conditions that it names, the patient's or those to be treated. */
  readonly conditions: readonly string[];
  readonly wantsDose: boolean;
  /** Whether it asks for a value to aim at or act on: a target, a threshold, a range. */
  readonly wantsValue: boolean;
  /** Whether it asks for a list of names: contents, references, what an abbreviation stands for. */
  readonly wantsNameList: boolean;
  /** Whether it asks for parts of a document that normally rank lower: trials, pharmacology, supply. */
  readonly wantsAside: boolean;
  readonly wantsRestriction: boolean;
  /** Whether it asks for the list of contraindications or exclusions, not only whether something is allowed. */
  readonly wantsExclusions: boolean;
  /** Whether it asks for criteria, all of which apply. */
  readonly wantsCriteria: boolean;
  /** Whether it asks what to do for a condition, without naming a drug or a procedure. */
  readonly wantsManagement: boolean;
  /** Whether it asks how something is done. */
  readonly wantsProcedure: boolean;
  /** The kind of answer wanted, which some sections hold and others do not. */
  readonly kind: QuestionKind;
  /** Measured values that it states with their unit. */
  readonly values: readonly Quantity[];
  /** Which of a drug's doses it asks for. */
  readonly doseAsked: DoseAsked;
  /** Whether it asks for something in place of the drug that it names, or against it. */
  readonly wantsOtherDrug: boolean;
  /** Whether it is about a patient in arrest or one with a pulse; absent if it does not say. */
  readonly state?: PulseState;
  /** The patients that the answer is for. */
  readonly patient: PatientFacts;
};

const dosingIntents: readonly QueryIntent[] = ['medication_dosing', 'pediatric_specific', 'drug_information'];

/** The classes of a drug by their names, as "opioid" for morphine. */
export const drugClassesOf = (name: string): readonly string[] =>
  (conceptByName.get(name)?.broader ?? []).filter(
    (broader) => conceptByName.get(broader)?.kind === 'drug' && broader !== 'analgesia',
  );

/** Whether an index term is something to give or do: a drug, a procedure or a device. */
export const isInterventionTerm = (term: string): boolean =>
  isDrugTerm(term) || procedureKinds.includes(conceptOfTerm(term)?.kind);

/** The terms that are concepts. */
export const conceptTermsAmong = (terms: ReadonlySet<string> | undefined): readonly string[] =>
  [...(terms ?? [])].filter((term) => term.startsWith(conceptTerm('')));

const whetherAllowed =
  /\b(?:can|could|may|should|shall|do|does|must) (?:i|we|you|one|emts?|medics?|paramedics?|emrs?|aemts?|nurses?|they|he|she|it|a|an|the)\b|\b(?:ok(?:ay)?|safe|allowed|permitted|all ?right|fine|contraindicat\w*|indicated|permissible|legal)\b|\bwhen not to\b/i;
/** "How much can I give" asks for an amount, "what can I do" for steps. */
const asksForMore = /\b(?:how (?:much|many|often|long|soon|do|does|should|to)|what|which|where|who|why)\b/i;

/** Whether a question is one of permission: "can I", "should we", "is it ok". */
const asksWhetherAllowed = (question: string): boolean =>
  whetherAllowed.test(question) && !asksForMore.test(question);

const asksForNumber = /\b(?:settings?|rates?|joules?|energy|pressures?|flow|levels?|how many)\b/i;

const asksForDose = /\b(?:dos(?:e|es|ing|age)|how much|titrat\w*|taper\w*|step(?:ping)? up)\b/i;
const asksForValue =
  /\b(?:targets?|thresholds?|goals?|ranges?|cut-?offs?|limits?|aim|saturations?|spo2|sats)\b/i;

const asksForOtherDrug =
  /\b(?:what else|alternatives?|instead of|in place of|substitutes?|out of stock|(?:un|not )available|allergic to|(?:second|next)[- ]line|refractory|fail(?:s|ed)?|not working|no response|antidotes?|revers(?:al|e[sd]?|ing)|overdos\w{0,4}|poison\w{0,4}|toxicity|too much)\b/i;

const asksForExclusions = /\bcontra-?indicat\w*|\bexclu(?:sions?|ded?|des)\b/i;

const procedureKinds: readonly (string | undefined)[] = ['procedure', 'equipment'];

/** The items in a question that can be forbidden. */
const thingsAsked = ({ entities, searchedFor }: QueryInterpretation): readonly string[] => {
  const procedures = [...termsIn(searchedFor)].filter((term) =>
    procedureKinds.includes(conceptOfTerm(term)?.kind),
  );
  const drugs = entities.drugs.flatMap((name) => [
    name,
    ...(conceptByName.get(name)?.sortOf ?? []),
    ...drugClassesOf(name),
  ]);
  return [...new Set([...[...drugs, ...entities.procedures].map(conceptTerm), ...procedures])];
};

/** "How do I treat", "management of", "what should we do for". */
const asksForManagement =
  /\b(?:treat\w*|manag\w+|therap\w+|stabili[sz]\w+)\b|\bwhat (?:do|should|can|must|shall) (?:i|we|you|one) do\b|\bwhat to do\b/i;
const managementIntents: readonly QueryIntent[] = ['treatment', 'procedure_steps', 'pediatric_specific'];
/** "Which protocol", "the number of": asks for the document, not its content. */
const asksForDocument = /\b(?:numbers?|which|where|who|whose|pages?)\b/i;
/** The intents of a question that consists only of a condition, or of one with "protocol" or "guideline". */
const bareIntents: readonly QueryIntent[] = ['guideline', 'general', 'pediatric_specific'];
/** The least weight of a word in a question that is neither common nor generic. */
export const specificWeight = 0.9;

const wantsManagementOf = (
  { intent, original, entities, protocolNumbers }: QueryInterpretation,
  { things, subject }: { readonly things: readonly string[]; readonly subject: readonly LexicalTerm[] },
): boolean => {
  if (entities.conditions.length === 0 || things.length > 0 || protocolNumbers.length > 0) return false;
  if (asksForManagement.test(original)) return managementIntents.includes(intent) || intent === 'guideline';
  if (asksForDocument.test(original)) return false;
  const conditions = entities.conditions.map(conceptTerm);
  const isBare = subject.every(({ term, weight }) => weight < specificWeight || conditions.includes(term));
  return intent === 'treatment' || (isBare && bareIntents.includes(intent));
};

/** Derives what to look for in the blocks of passages. */
export const excerptRequestOf = (
  interpretation: QueryInterpretation,
  patient: PatientFacts,
): ExcerptRequest => {
  const things = thingsAsked(interpretation);
  const { subject } = rankContextOf(interpretation);
  const wantsRestriction =
    interpretation.intent === 'contraindication_check' || asksWhetherAllowed(interpretation.original);
  const kind = questionKindOf(interpretation);
  const wantsManagement = !wantsRestriction && wantsManagementOf(interpretation, { things, subject });
  return {
    patient,
    things,
    subject,
    drugs: drugsToGive({
      original: interpretation.original,
      drugs: interpretation.entities.drugs,
    }).map(conceptTerm),
    conditions: interpretation.entities.conditions.map(conceptTerm),
    protocolNumbers: interpretation.protocolNumbers,
    wantsValue: asksForValue.test(interpretation.original),
    wantsNameList: asksForNameList.test(interpretation.original),
    wantsAside: isNonDosingSection(interpretation.original),
    wantsDose:
      dosingIntents.includes(interpretation.intent) ||
      asksForDose.test(interpretation.original) ||
      asksForNumber.test(interpretation.original),
    wantsRestriction,
    wantsExclusions: asksForExclusions.test(interpretation.original),
    wantsCriteria:
      interpretation.intent === 'assessment_criteria' || /\bcriteri(?:a|on)\b/i.test(interpretation.original),
    wantsManagement,
    wantsProcedure: kind === 'procedure' && !wantsManagement && !wantsRestriction,
    kind,
    values: statedValuesIn(interpretation.original),
    doseAsked: doseAskedIn(interpretation),
    wantsOtherDrug: asksForOtherDrug.test(interpretation.original),
    ...omitUndefined({ state: pulseStateIn(interpretation.searchedFor) }),
  };
};

/** The terms of the concepts that a text names itself, without their broader terms. */
export const conceptTermsIn = (text: string): ReadonlySet<string> =>
  new Set(analyzeText(text).concepts.map(conceptTerm));

/** The available part of a document as blocks, with the terms of each. */
export type OutlinedDocument = {
  readonly blocks: readonly Block[];
  readonly terms: readonly ReadonlySet<string>[];
};

/** Whether a block, or anything above it, has one of these terms. */
export const hasTermOnPath = (
  { blocks, terms }: OutlinedDocument,
  index: number,
  wanted: readonly string[],
): boolean =>
  [index, ...headsOf(blocks, index)].some((at) => wanted.some((term) => terms[at]?.has(term) === true));

/** Whether lines name a drug that the terminology knows only by name. */
const namesOtherDrug = weakMemoize((lines: readonly string[]): boolean =>
  lines.some((line) => tokenize(line).some(({ text }) => drugNames.has(text))),
);

/** The terms of the drugs that a text names, or its words if the terminology has none of them. */
const drugTermsIn = (text: string): readonly string[] => {
  const terms = [...termsIn(text)];
  const drugs = terms.filter(isDrugTerm);
  return drugs.length > 0 ? drugs : terms;
};

/** Whether a block names a drug itself, other than a diluent. */
export const namesDrugItself = ({ blocks, terms }: OutlinedDocument, index: number): boolean =>
  [...(terms[index] ?? [])].some(isDrugItself) || namesOtherDrug(blocks[index]?.lines ?? []);

/** The words of a name that its initials leave out. */
const smallWords = /^(?:an?|and|for|in|of|or|the|to|with)$/i;

/** The initials of a heading of two to five words, as questions have them: "RA" for "2.5 Rheumatoid Arthritis". */
const initialsOf = (heading: string): readonly string[] => {
  const words = (heading.replace(/\([^()]*\)/g, ' ').match(/\p{L}[\p{L}'’]*/gu) ?? []).filter(
    (word) => !smallWords.test(word),
  );
  return words.length >= 2 && words.length <= 5
    ? [
        words
          .map(([first]) => first)
          .join('')
          .toLowerCase(),
      ]
    : [];
};

/** The outline of one document's passages in reading order. Cached for as long as the list of passages exists. */
export const outlineOf = weakMemoize((passages: readonly Passage[]): OutlinedDocument => {
  const read = outlineDocument(passages);
  const terms = withBrandedDrugs(
    read,
    read.map((block) => {
      const own = termsIn(textOfBlock(block));
      return block.kind === 'heading' ? new Set([...own, ...initialsOf(textOfBlock(block))]) : own;
    }),
    drugTermsIn,
  );
  const drugsOf = (index: number): readonly string[] => [...(terms[index] ?? [])].filter(isDrugTerm);
  const blocks = placeDoses(read, {
    namesDrug: (index) => namesDrugItself({ blocks: read, terms }, index),
    namesVehicle: (index) => drugsOf(index).some((term) => vehicles.has(term)),
  });
  return { blocks, terms };
});

/** The terms of the title and the section of a passage. */
export const surroundingTermsOf = weakMemoize(({ title, sectionPath }: Passage) =>
  termsIn(`${title}\n${sectionPath.join('\n')}`),
);

/** The terms of the file name, which often has information that the title lacks. */
export const fileTermsOf = weakMemoize(({ fileName }: Passage) =>
  termsIn(fileName.replace(/\.\w{1,5}$/, '').replace(/[_-]+/g, ' ')),
);

/** The weight of a term that is above a block, or only in the title or the section of its passage. */
const shareAbove = 0.5;
const shareAround = 0.3;
/** The weight of a term that is in the criteria that a block introduces: they are quoted with it. */
const shareBelow = 0.8;
/** The bonus of a block that contains the kind of information that the question asks for. */
const doseBonus = 0.25;
const restrictionBonus = 0.25;
/** Headings and title lines name everything and state nothing. */
const headingShare = 0.4;
/** The bonus of a block for this very patient among neighbours for others. */
const themBonus = 0.15;
/** The factor of a block for other patients: it remains an alternative. */
const othersShare = 0.15;
/** The bonus of a block whose condition a stated value meets: "less than 34 weeks" for a patient at 32 weeks. */
const boundBonus = 0.25;
/** What a block is worth more that gives a value, where one is asked for. */
const valueBonus = 0.2;
/** The factor of a dose of another drug than the one asked for. */
const otherDrugsShare = 0.4;
/** The bonus and the factor of a block by its section, for questions about a dose. */
const dosageBonus = 0.2;
const asideShare = 0.25;
/**
 * The factor of a list of further documents if none is requested, and of the title for questions about a dose or a
 * restriction.
 */
const referenceShare = 0.3;
const announcesNumber = /(?:\bno\.?|\bnumber|#)[\s:]{0,4}([\w.-]{1,20})$/i;

/** Whether a block is the line with number and title of a document that was requested by its number. */
export const identifies = (
  { lines, passage }: Block,
  { protocolNumbers: asked }: Pick<ExcerptRequest, 'protocolNumbers'>,
): boolean => {
  if (asked.length === 0 || passage.index !== 0) return false;
  const keys = new Set(asked.map((number) => protocolNumberKey(normalizeProtocolNumber(number))));
  const own = protocolNumbersOf(passage).map(protocolNumberKey);
  return lines.some((line) => {
    const key = protocolNumberKey(announcesNumber.exec(line)?.[1] ?? '');
    return key !== '' && (keys.has(key) || own.includes(key));
  });
};

const crossReferences = /^\W*(?:cross[ -])?references?:?$/i;

/** Whether a block is the heading of lines that only refer to other documents. */
const headsReferences = weakMemoize(([first = '']: readonly string[]) => crossReferences.test(first));

/** Whether a block only repeats the number and title of its document. */
const isTitle = weakMemoize(({ lines, passage }: Block): boolean => {
  if (lines.length !== 1) return false;
  const key = protocolNumberKey(announcesNumber.exec(lines[0] ?? '')?.[1] ?? '');
  const line = (lines[0] ?? '').replace(/^#{1,6}\s+/, '').toLowerCase();
  return (
    line === passage.title.toLowerCase() || protocolNumbersOf(passage).map(protocolNumberKey).includes(key)
  );
});

/**
 * The terms to look for inside a document: in a document that was requested by its number, the number distinguishes
 * nothing and would only find the title line and the document's list of references.
 */
const subjectWithin = (
  blocks: readonly Block[],
  { subject, protocolNumbers }: ExcerptRequest,
): readonly LexicalTerm[] => {
  const asked = protocolNumbers.map((number) => protocolNumberKey(normalizeProtocolNumber(number)));
  const own = (blocks[0] ? protocolNumbersOf(blocks[0].passage) : []).map(protocolNumberKey);
  if (!asked.some((key) => own.includes(key))) return subject;
  const further = subject.filter(({ term }) => !asked.includes(protocolNumberKey(term)));
  return further.length > 0 ? further : subject;
};

/** The most characters of a letterhead besides the title: the agency, the number. */
const besideTitle = 40;

/** Whether a block is nothing but the title of its document. */
export const isTitleLine = weakMemoize(
  ({ kind, lines, passage }: Block): boolean =>
    kind === 'paragraph' &&
    lines.every(
      (line) =>
        line.startsWith('#') ||
        (line.length <= passage.title.length + besideTitle &&
          line.toLowerCase().includes(passage.title.toLowerCase())),
    ),
);

/** Sections about what to do, and about reasons against it. */
const managementSection =
  /\b(?:treatments?|managements?|interventions?|therap(?:y|ies)|stabili[sz]ation|(?:first|immediate|initial|emergency) (?:steps|measures|actions|care)|contra-?indications?)\b/i;
/** Sections about definitions, recognition and references. */
const backgroundSection =
  /\b(?:recognition|definitions?|background|introduction|purpose|scope|epidemiology|signs|symptoms|references?|sources|special considerations?|notes|documentation|supplies|equipment|storage|training|principles|general rules|criteria|(?<!contra-?)indications?)\b/i;
/** The bonus and the factor of a block by its section, for questions about what to do. */
const managementBonus = 0.3;
const backgroundShare = 0.5;
/** The bonus for naming the requested item itself in a section about it. */
const namingBonus = 0.15;

const noTerms: ReadonlySet<string> = new Set();

/** The factor of a block of a list of names, unless such a list is asked for: it names everything and states nothing. */
const nameListShare = 0.15;
const nameListHeading = /\b(?:table of contents|acronyms|abbreviations)\b/i;
const asksForNameList = /\b(?:stands? for|means?|meaning|abbreviations?|acronyms?|contents|references?)\b/i;
const nameListRoles: readonly (SectionRole | undefined)[] = ['contents', 'references'];

const headsNameList = weakMemoize((lines: readonly string[]) => nameListHeading.test(lines.join(' ')));
const isFromNameList = weakMemoize(
  ({ sectionRole, sectionPath }: Passage) =>
    nameListRoles.includes(sectionRole) || sectionPath.some((heading) => nameListHeading.test(heading)),
);

/** Whether a block is part of a table of contents, a list of abbreviations or one of references. */
const isInNameList = (blocks: readonly Block[], index: number, heads: readonly number[]): boolean => {
  const isList = (at: number): boolean => blocks[at]?.kind === 'heading' && headsNameList(blocks[at].lines);
  const block = blocks[index];
  if (block === undefined) return false;
  // The layout of a dose chart may resemble that of a table of contents.
  return isList(index) || heads.some(isList) || (isFromNameList(block.passage) && !blockNamesDose(block));
};

/**
 * The text of the criteria that a block introduces, by its index: "all of the following" is found by words that are
 * spread over the criteria.
 */
const termsOfCriteria = weakMemoize(({ blocks, terms }: OutlinedDocument) => {
  const criteria = new Map<number, Set<string>>();
  blocks.forEach(({ under }, index) => {
    if (under === undefined || !blockIntroducesCriteria(blocks[under])) return;
    const known = criteria.get(under) ?? new Set<string>();
    criteria.set(under, known);
    for (const term of terms[index] ?? noTerms) known.add(term);
  });
  return criteria;
});

/**
 * The score of a block for a question about what to do for a condition. A step under a heading or title that names the
 * condition is as much about it as a sentence that repeats it; elsewhere it is scored as for other questions.
 */
const managementWorth = (
  { blocks, terms }: OutlinedDocument,
  index: number,
  subject: readonly LexicalTerm[],
  ownWorth: number,
): number => {
  const block = blocks[index];
  if (block === undefined || isOfLetterhead(blocks, index)) return ownWorth;
  const headings = headsOf(blocks, index).filter((head) => blocks[head]?.kind === 'heading');
  const names = [titleTermsOf(block.passage), ...headings.map((head) => terms[head] ?? noTerms)];
  const isNamed = (term: string): boolean => names.some((one) => one.has(term));
  if (!subject.some(({ term, weight }) => weight >= specificWeight && isNamed(term))) return ownWorth;
  const most = subject.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const own = terms[index] ?? noTerms;
  const inherited =
    subject.reduce((sum, { term, weight }) => sum + (isNamed(term) || own.has(term) ? weight : 0), 0) / most;
  // The nearest heading that shows the kind of its section.
  const section =
    headings
      .map((head) => textOfBlock(blocks[head]))
      .find((text) => managementSection.test(text) || backgroundSection.test(text)) ?? '';
  const worth = Math.max(ownWorth, inherited);
  if (backgroundSection.test(section) && !managementSection.test(section)) return worth * backgroundShare;
  const isNaming = subject.some(({ term, weight }) => weight >= specificWeight && own.has(term));
  return worth * (1 + (managementSection.test(section) ? managementBonus : 0) + (isNaming ? namingBonus : 0));
};

/** Read once for each block: an answer to a patient copies the blocks of a document, but not their lines. */
const roleOfLines = weakMemoize((lines: readonly string[]) => roleOfHeading(lines.join(' ')));

/** The role of the section of a block: that of its innermost name that has one, else that of its passage. */
const sectionRoleOf = (
  blocks: readonly Block[],
  index: number,
  heads: readonly number[],
): SectionRole | undefined => {
  for (const at of [index, ...heads]) {
    const block = blocks[at];
    if (block === undefined || !(block.kind === 'heading' || namesItsEntries(blocks, at))) continue;
    const role = roleOfLines(block.lines);
    if (role !== undefined) return role;
  }
  return blocks[index]?.passage.sectionRole;
};

/** The factor of a block in a section about another condition than the one asked about. */
const otherConditionShare = 0.5;

const isConditionTerm = (term: string): boolean => conceptOfTerm(term)?.kind === 'condition';

/** The terms of the conditions that a heading or title names itself. */
const conditionsOfLines = weakMemoize((lines: readonly string[]): readonly string[] =>
  [...conceptTermsIn(lines.join('\n'))].filter(isConditionTerm),
);
const conditionsOfTitle = weakMemoize(({ title, sectionPath }: Passage): readonly string[] =>
  [...conceptTermsIn([title, ...sectionPath].join('\n'))].filter(isConditionTerm),
);

/**
 * Judges whether a block stands in a section about another condition than those asked about: a heading above it names only
 * others, and neither the block, nor anything above it, nor the title names one of those asked about, or what these are a
 * sort of. In a book of many conditions, a step or a chart of another one has the same words.
 */
const otherConditions = (
  { blocks, terms }: OutlinedDocument,
  conditions: readonly string[],
): ((index: number, heads: readonly number[]) => boolean) => {
  if (conditions.length === 0) return () => false;
  const isAsked = (of: ReadonlySet<string> | undefined): boolean =>
    conditions.some((condition) => of?.has(condition) === true);
  const broader = new Set(
    conditions.flatMap((condition) => (conceptOfTerm(condition)?.broader ?? []).map(conceptTerm)),
  );
  return (index, heads) => {
    const block = blocks[index];
    if (block === undefined || isAsked(terms[index]) || heads.some((at) => isAsked(terms[at]))) return false;
    const ofHeadings = heads.flatMap((at) =>
      blocks[at]?.kind === 'heading' ? conditionsOfLines(blocks[at].lines) : [],
    );
    if (ofHeadings.length === 0 || isAsked(surroundingTermsOf(block.passage))) return false;
    return ![...ofHeadings, ...conditionsOfTitle(block.passage)].some((term) => broader.has(term));
  };
};

/** How much the role of its section changes what a block is worth as an answer of a kind. */
const fitShare = 0.3;
const unfitShare = 0.5;

/** The score of each block of a document as an answer, from 0; usually up to 1.5. */
export const scoreBlocks = (document: OutlinedDocument, request: ExcerptRequest): readonly number[] => {
  const { blocks, terms } = document;
  const criteria = termsOfCriteria(document);
  const subject = subjectWithin(blocks, request);
  const whole = subject.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const isProcedure = request.wantsProcedure && hasAskedSteps(document, request);
  const fitOfAim = fitOfAims(document, subject, request.drugs);
  const isForOtherCondition = otherConditions(document, request.conditions);
  const leavesNameLists = request.kind !== 'lookup' && !request.wantsNameList;
  return blocks.map((block, index) => {
    const { kind, passage } = block;
    const own = terms[index] ?? noTerms;
    const around = surroundingTermsOf(passage);
    const ofFile = fileTermsOf(passage);
    const heads = headsOf(blocks, index);
    const above = heads.map((head) => terms[head] ?? noTerms);
    const isAbove = (term: string): boolean => above.some((head) => head.has(term));
    const below = criteria.get(index) ?? noTerms;
    let matched = 0;
    let fromBelow = 0;
    let fromAbove = 0;
    let fromAround = 0;
    for (const { term, weight } of subject) {
      if (own.has(term)) matched += weight;
      else if (below.has(term)) fromBelow += weight;
      else if (isAbove(term)) fromAbove += weight;
      else if (around.has(term)) fromAround += weight;
    }
    let worth =
      (matched + shareBelow * fromBelow + shareAbove * fromAbove + shareAround * fromAround) / whole;
    if (request.wantsManagement) worth = managementWorth({ blocks, terms }, index, subject, worth);
    else if (isProcedure) worth = procedureWorth(document, index, request, worth);
    // In a monograph, a block that names no drug is about the drug of the title.
    const namesDrug =
      request.drugs.length > 0 && [own, ...above].some((names) => [...names].some(isDrugTerm));
    const asksDose = request.wantsDose && !request.wantsManagement;
    const givesOthers =
      asksDose &&
      !request.wantsOtherDrug &&
      request.drugs.length > 0 &&
      (blockNamesDose(block) || !request.drugs.some((drug) => own.has(drug))) &&
      dosesAreOfOthers(
        [index, ...heads].flatMap((at) => blocks[at] ?? []),
        request.drugs,
      );
    const isAboutDrug =
      request.drugs.length === 0 ||
      (!givesOthers &&
        request.drugs.some(
          (drug) => own.has(drug) || isAbove(drug) || (!namesDrug && (around.has(drug) || ofFile.has(drug))),
        ));
    // In a document whose title is the subject of the question, every line is about it.
    const isAboutTitle = request.things.some((thing) => around.has(thing));
    const isAboutSubject = matched + fromBelow + fromAbove > 0 || isAboutTitle;
    if (asksDose && isAboutSubject && isAboutDrug && blockNamesDose(block)) worth += doseBonus;
    if (request.wantsValue && isAboutSubject && kind !== 'heading' && blockGivesValue(block))
      worth += (valueBonus * matched) / whole;
    if ((asksDose || request.wantsValue) && !request.wantsAside && !request.wantsRestriction) {
      const headings = [index, ...heads].flatMap((at) =>
        blocks[at]?.kind === 'heading' ? [textOfBlock(blocks[at])] : [],
      );
      const place = headings.find((text) => isNonDosingSection(text) || isDosingSection(text)) ?? '';
      if (isNonDosingSection(place) || reportsTrial(textOfBlock(block))) worth *= asideShare;
      else if (asksDose && isDosingSection(place) && isAboutSubject) worth += dosageBonus;
    }
    if (!asksDose && !request.wantsManagement) {
      const role = sectionRoleOf(blocks, index, heads);
      worth *= 1 + fitShare * sectionFit(request.kind, role) - unfitShare * sectionAside(request.kind, role);
    }
    if (isAboutSubject && meetsBound(block.lines, request.values)) worth += boundBonus;
    if (request.wantsRestriction && isAboutSubject) {
      if (blockRestricts(block) || blockMentionsContraindication(block)) worth += restrictionBonus;
    }
    const saysMore =
      request.wantsDose || request.wantsRestriction || request.wantsManagement || request.things.length > 0;
    if (kind === 'heading' || (saysMore && isTitleLine(block))) worth *= headingShare;
    if (asksDose && request.drugs.length > 0) worth *= fitOfDose(document, index, request.doseAsked);
    // "Child: 100 mg" alone does not name its drug.
    if (asksDose && request.drugs.length > 0 && blockNamesDose(block)) {
      if (!givesOthers && !isAboutDrug && namesDrugItself(document, index)) worth *= otherDrugsShare;
      worth *= fitOfAim(index);
    }
    // What a dose of the drug asked for is given for is judged apart.
    const isAskedDose = request.drugs.length > 0 && blockNamesDose(block);
    if (!isAskedDose && isForOtherCondition(index, heads)) worth *= otherConditionShare;
    if (givesOthers) worth *= otherDrugsShare;
    const isUnnamedDose =
      request.drugs.length > 0 &&
      !isAboutDrug &&
      !namesDrug &&
      kind !== 'table' &&
      lacksDrugName(block) &&
      blockNamesDose(block);
    if (isUnnamedDose || block.isForOtherPatients === true) worth *= othersShare;
    if (block.isForThisPatient === true && kind !== 'heading') worth += themBonus;
    const isAside =
      heads.some((head) => headsReferences(blocks[head]?.lines ?? [])) ||
      (request.protocolNumbers.length === 0 &&
        (request.wantsDose || request.wantsRestriction) &&
        isTitle(block));
    if (isAside) worth *= referenceShare;
    if (leavesNameLists && isInNameList(blocks, index, heads)) worth *= nameListShare;
    return worth;
  });
};
