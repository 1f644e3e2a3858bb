import type { ModelPlace } from '../consultation/model-usage.ts';
import { isAllowed, type Role } from '../kernel/actor.ts';
import type { ToolFacts } from './tool-definition.ts';
import { isAllowedForQuestions, type ToolsInQuestions } from './tools-in-questions.ts';

type Category = ToolFacts['category'];

/** A question for which a model may be given tools. */
type QuestionForTools = {
  readonly question: string;
  /** Whether what it is sent with holds PHI, or may. */
  readonly phi: boolean;
  /** Of the person asking. */
  readonly role: Role;
  /** The model that would call them. */
  readonly place: ModelPlace;
  /** Whether a model on the premises could go on where one in the cloud may not. */
  readonly hasLocal: boolean;
  /** What may be called for questions in this installation. */
  readonly allowed: ToolsInQuestions;
  /** Whether the model is shown what others wrote, such as those with whom a conversation is shared. */
  readonly includesOthersWords: boolean;
};

/**
 * Tools that reach what is the person's own. What others have said could talk a model into them, and the answer is shown
 * to those as well.
 */
const personal: readonly Category[] = ['calendar', 'task', 'email', 'file', 'record'];

type Offered = { readonly facts: ToolFacts; readonly unavailable?: string };

/**
 * Words that ask for what a kind of tool does. A word too many only offers a tool; a tool that no word asks for would
 * only take the room of evidence, and tempts a small model to call it.
 */
const ofWords: readonly (readonly [Category, RegExp])[] = [
  ['calendar', /\b(?:calendars?|meetings?|appointments?|agenda|schedul(?:e|ed|ing)|book)\b/i],
  ['task', /\b(?:tasks?|to-?dos?|remind(?:er|ers)?)\b/i],
  ['email', /\b(?:e-?mails?|mails?|inbox)\b/i],
  ['file', /\b(?:files?|folders?|nextcloud|shared drive)\b/i],
  ['record', /\b(?:records?|charts?|ehr|emr|fhir)\b/i],
  [
    'calculation',
    /\b(?:calculat\w*|comput\w*|scores?|risk|bmi|body mass|body surface|gcs|glasgow|apgar|e?gfr|creatinine clearance|cha2ds2|has-?bled|wells|perc|curb-?65|qsofa|news2|grace|nihss|parkland|shock index|sofa|corrected (?:calcium|sodium)|chads?-?va(?:sc)?|meld|child-?pugh|anion gap|qtc|centor|heart score)\b/i,
  ],
  [
    'medical',
    /\b(?:pubmed|medline|literature|stud(?:y|ies)|papers?|articles?|publications?|published|research|trials?|icd(?:-?10)?|codes? (?:for|of)|abbreviations?|acronyms?|stands? for|interactions?|interacts?|lab|labs|laboratory|interpret\w*|differential|could (?:it|this|that) be|openevidence|medlineplus)\b/i,
  ],
  ['search', /\b(?:web|internet|online|latest|trials?)\b/i],
];

/** The kinds of tools that the words of a question ask for. */
const categoriesFor = (question: string): readonly Category[] =>
  ofWords.flatMap(([category, words]) => (words.test(question) ? [category] : []));

/**
 * Whether a model may be given a tool. One in the cloud gets none that works on what is about patients, unless a model on
 * the premises takes over from it as soon as there is such a result. What refuses PHI is not offered where there is some.
 */
const mayCall = (
  { facts, unavailable }: Offered,
  { role, place, hasLocal, phi, allowed, includesOthersWords }: Omit<QuestionForTools, 'question'>,
): boolean =>
  unavailable === undefined &&
  isAllowedForQuestions(facts, allowed) &&
  !(includesOthersWords && personal.includes(facts.category)) &&
  isAllowed([role], 'tools:call') &&
  isAllowed([role], facts.permission) &&
  (place === 'local' || !facts.requiresPhi || hasLocal) &&
  !(phi && facts.phiOutside === 'refuse');

/**
 * The tools that a model is given for a question: of those that can be called here, by the person asking, those whose kind
 * the words of the question ask for.
 */
export const offerTools = <Tool extends Offered>(
  tools: readonly Tool[],
  question: QuestionForTools,
): readonly Tool[] => {
  const allowed = tools.filter((tool) => mayCall(tool, question));
  return categoriesFor(question.question).flatMap((category) =>
    allowed.filter(({ facts }) => facts.category === category),
  );
};
