import type { ModelPlace } from '../consultation/model-usage.ts';
import type { ToolFacts } from './tool-definition.ts';
import { isAllowedForQuestions, type ToolsInQuestions } from './tools-in-questions.ts';

type Category = ToolFacts['category'];

/** A question for which a model may be offered tools. */
type QuestionForTools = {
  readonly question: string;
  /** True when the question, or anything sent with it, contains or may contain PHI. */
  readonly phi: boolean;
  /** Whether the person asking may call a tool. */
  readonly isPermitted: (tool: Offered) => boolean;
  /** Where the model that would call the tools runs. */
  readonly place: ModelPlace;
  /** True when a local model can continue where a cloud model may not. */
  readonly hasLocal: boolean;
  /** The tools that this installation allows for questions. */
  readonly allowed: ToolsInQuestions;
  /** True when the model sees text by others, e.g. people with whom the conversation is shared. */
  readonly includesOthersWords: boolean;
};

/**
 * Tools that access the person's own data. Text by others could manipulate the model into calling them, and those
 * others also see the answer.
 */
const personal: readonly Category[] = ['calendar', 'task', 'email', 'file', 'record'];

type Offered = { readonly facts: ToolFacts; readonly unavailable?: string };

/**
 * Words that ask for a kind of tool. A superfluous word merely offers a tool; a tool that no word asks for would take
 * space from the evidence, and tempts a small model to call it.
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
 * True when a model may be offered a tool. A cloud model is offered no tool that handles patient data, unless a local
 * model takes over as soon as there is such a result. A tool that refuses PHI is not offered if there is any.
 */
const mayCall = (
  tool: Offered,
  { isPermitted, place, hasLocal, phi, allowed, includesOthersWords }: Omit<QuestionForTools, 'question'>,
): boolean => {
  const { facts, unavailable } = tool;
  return (
    unavailable === undefined &&
    isAllowedForQuestions(facts, allowed) &&
    !(includesOthersWords && personal.includes(facts.category)) &&
    isPermitted(tool) &&
    (place === 'local' || !facts.requiresPhi || hasLocal) &&
    !(phi && facts.phiOutside === 'refuse')
  );
};

/**
 * Returns the tools that a model is offered for a question: available tools, permitted to the person asking, of the
 * kinds that the question's words ask for.
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
