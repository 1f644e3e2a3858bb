import type { QuestionIntent } from '../consultation/intent/question-intent.ts';
import type { ModelPlace } from '../consultation/model-usage.ts';
import { isAllowed, type Role } from '../kernel/actor.ts';
import type { ToolFacts } from './tool-definition.ts';
import { isAllowedForQuestions, type ToolsInQuestions } from './tools-in-questions.ts';

type Category = ToolFacts['category'];
type Intent = QuestionIntent['intent'];

/** A question for which a model may be given tools. */
type QuestionForTools = {
  readonly question: string;
  readonly intent: Intent;
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

/** What a question of each kind may need beyond what was found for it; those of a kind that is not known are all. */
const ofIntent: Readonly<Record<Intent, readonly Category[]>> = {
  diagnosis: ['medical', 'calculation'],
  treatment: ['calculation', 'medical'],
  drug_info: ['medical', 'calculation'],
  guideline: ['medical', 'search'],
  case_consultation: ['medical', 'calculation', 'record', 'search'],
  general: ['calculation', 'medical', 'calendar', 'task', 'email', 'file', 'record', 'search'],
};

/** Words that ask for a kind of tool whatever else the question is after. A word too many only offers a tool. */
const ofWords: readonly (readonly [Category, RegExp])[] = [
  ['calendar', /\b(?:calendars?|meetings?|appointments?|agenda|schedul(?:e|ed|ing)|book)\b/i],
  ['task', /\b(?:tasks?|to-?dos?|remind(?:er|ers)?)\b/i],
  ['email', /\b(?:e-?mails?|mails?|inbox)\b/i],
  ['file', /\b(?:files?|folders?|nextcloud|shared drive)\b/i],
  ['record', /\b(?:records?|charts?|ehr|emr|fhir)\b/i],
  ['calculation', /\b(?:calculat\w*|comput\w*|scores?|risk)\b/i],
  ['search', /\b(?:web|internet|online|latest|trials?)\b/i],
];

/** Whether the words of a question ask for a tool, and not only its intent could do with one. */
export const asksForTool = (question: string): boolean => ofWords.some(([, words]) => words.test(question));

/** The kinds of tools that may serve a question: those that its words ask for, then those of its intent. */
const categoriesFor = ({
  question,
  intent,
}: Pick<QuestionForTools, 'question' | 'intent'>): readonly Category[] => [
  ...new Set([
    ...ofWords.flatMap(([category, words]) => (words.test(question) ? [category] : [])),
    ...ofIntent[intent],
  ]),
];

/**
 * Whether a model may be given a tool. One in the cloud gets none that works on what is about patients, unless a model on
 * the premises takes over from it as soon as there is such a result. What refuses PHI is not offered where there is some.
 */
const mayCall = (
  { facts, unavailable }: Offered,
  { role, place, hasLocal, phi, allowed, includesOthersWords }: QuestionForTools,
): boolean =>
  unavailable === undefined &&
  isAllowedForQuestions(facts, allowed) &&
  !(includesOthersWords && personal.includes(facts.category)) &&
  isAllowed([role], 'tools:call') &&
  isAllowed([role], facts.permission) &&
  (place === 'local' || !facts.requiresPhi || hasLocal) &&
  !(phi && facts.phiOutside === 'refuse');

/**
 * The tools that a model is given for a question, those first that its words ask for: of those that can be called here,
 * by the person asking, of the kinds that suit what is asked.
 */
export const offerTools = <Tool extends Offered>(
  tools: readonly Tool[],
  question: QuestionForTools,
): readonly Tool[] => {
  const allowed = tools.filter((tool) => mayCall(tool, question));
  return categoriesFor(question).flatMap((category) =>
    allowed.filter(({ facts }) => facts.category === category),
  );
};
