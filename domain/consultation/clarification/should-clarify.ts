import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { ClinicalContext } from '../clinical-context.ts';
import { isFrameWord } from '../follow-up/question-parts.ts';
import type { FollowUp } from '../follow-up/read-follow-up.ts';
import type { QuestionIntent } from '../intent/question-intent.ts';
import { type AmbiguousTerm, ambiguousTerms } from './ambiguous-terms.ts';
import { type Clarification, MAX_OPTIONS } from './clarification.ts';
import { containsPhrase, wordingOf } from './wording.ts';

/** What was found, as far as it shows whether the question was clear. */
type FoundPassage = {
  readonly passage: {
    readonly title: string;
    readonly sectionPath: readonly string[];
    readonly text: string;
  };
  readonly score: number;
  readonly weak?: true;
};

type ClarificationInput = {
  /** As it was asked. */
  readonly question: string;
  /** Of the question as it is meant. */
  readonly interpretation: QueryInterpretation;
  readonly intent: QuestionIntent;
  /** Best first. */
  readonly results: readonly FoundPassage[];
  /** How often it was asked back already. */
  readonly round: number;
  readonly followUp: FollowUp;
  readonly clinicalContext?: ClinicalContext | undefined;
};

/** An intent below this is not understood (confidence threshold of the orchestrator's requirements). */
const UNDERSTOOD_FROM = 0.5;
/** Passages this much below the best are not quoted, so what they say makes no question ambiguous. */
const LIKE_THE_BEST = 0.55;

/** Of an unclear follow-up, the question with each thing that it could be about. */
const unclearFollowUp = (question: string, couldMean: readonly string[]): Clarification => ({
  question:
    couldMean.length > 1
      ? 'Which of these is your question about?'
      : 'Your question does not say what it is about, and no question before it in this conversation does. Which drug, condition, procedure or protocol do you mean?',
  options: couldMean.slice(0, MAX_OPTIONS).map((meaning, at) => ({
    id: `${at + 1}`,
    label: meaning,
    readAs: `${meaning}, ${question}`,
  })),
  because: 'unclear_follow_up',
});

/** With more of its own words beside the term, a question is about those. */
const MOST_WORDS_BESIDE = 1;
/** "a leukemia patient", "with heart failure": the term says of whom something is asked. */
const beforeWhom: readonly string[] = ['in', 'with', 'has', 'have', 'of', 'known'].flatMap((word) =>
  word === 'of' ? ['history of', 'hx of'] : [word, `${word} a`, `${word} an`, `${word} the`],
);
const behindWhom = ['patient', 'patients', 'pt', 'pts'];

const isOfWhom = (wording: string, term: string): boolean =>
  beforeWhom.some((word) => containsPhrase(wording, `${word} ${term}`)) ||
  behindWhom.some((word) => containsPhrase(wording, `${term} ${word}`));

const wordsBeside = (text: string, term: string): number =>
  wordingOf(text)
    .replace(wordingOf(term), ' ')
    .split(' ')
    .filter((word) => word !== '' && !isFrameWord(word)).length;

const factsOf = (context: ClinicalContext | undefined): readonly string[] =>
  context === undefined
    ? []
    : [context.chiefComplaint ?? '', context.relevantHistory ?? '', ...(context.currentMedications ?? [])];

/** The term of a question that may mean several conditions, and how it is written there. */
const ambiguityIn = ({
  question,
  interpretation,
  clinicalContext,
}: ClarificationInput):
  | { readonly ambiguity: AmbiguousTerm; readonly term: string; readonly text: string }
  | undefined => {
  const { drugs, conditions, procedures } = interpretation.entities;
  // A drug, a procedure or a further condition is what the question is about, and the term is only of whom.
  if (drugs.length + procedures.length > 0 || conditions.length > 1) return undefined;
  const known = wordingOf(question, interpretation.searchedFor, ...factsOf(clinicalContext));
  for (const ambiguity of ambiguousTerms)
    for (const term of ambiguity.terms)
      for (const text of [question, interpretation.searchedFor])
        if (
          containsPhrase(wordingOf(text), term) &&
          !ambiguity.said.some((word) => containsPhrase(known, word)) &&
          !isOfWhom(wordingOf(text), term) &&
          wordsBeside(text, term) <= MOST_WORDS_BESIDE
        )
          return { ambiguity, term, text };
  return undefined;
};

/** Whether a passage is about the meaning of the term: a match of other words of the question does not count. */
const isAbout = (
  { title, sectionPath, text }: FoundPassage['passage'],
  { terms, readings }: AmbiguousTerm,
): boolean => {
  const wording = wordingOf(title, ...sectionPath, text);
  return [...terms, ...readings.map(({ readAs }) => readAs)].some((term) => containsPhrase(wording, term));
};

/** How many of a term's readings the headings of what was found distinguish. */
const readingsFound = ({ readings }: AmbiguousTerm, results: readonly FoundPassage[]): number => {
  const headings = results.map(({ passage: { title, sectionPath } }) => wordingOf(title, ...sectionPath));
  return new Set(
    readings
      .filter(({ shows }) => headings.some((heading) => shows.some((word) => containsPhrase(heading, word))))
      .map(({ shows }) => shows.join()),
  ).size;
};

/** Words of a question as they are written, blanks and signs between them as well. */
const inPlaceOf = (text: string, term: string, readAs: string): string => {
  const at = text.toLowerCase().indexOf(term);
  return at < 0 ? `${text}, ${readAs}` : `${text.slice(0, at)}${readAs}${text.slice(at + term.length)}`;
};

/**
 * Whether a question is asked back before it is answered, and how: a follow-up that leans on nothing or on one of several
 * things; a term for conditions that are treated in different ways, where nothing says which and what was found does not
 * settle it; a question that is not understood and to which nothing was found.
 *
 * Never asked back: a second time, a question for a protocol by its number or name, a follow-up that was read, and
 * anything with a strong match, which for an ambiguous term is one that is not divided by its readings. A question is
 * never asked back for being short.
 */
export const shouldClarify = (input: ClarificationInput): Clarification | undefined => {
  const { question, interpretation, intent, results, round, followUp } = input;
  if (round > 0 || interpretation.protocolNumbers.length > 0 || interpretation.intent === 'protocol_lookup')
    return undefined;
  if (followUp.kind === 'dependent') return undefined;
  if (followUp.kind === 'unclear') return unclearFollowUp(question, followUp.couldMean);
  const best = results[0]?.score ?? 0;
  const strong = results.filter(
    ({ weak, score }) => weak !== true && score > 0 && score >= best * LIKE_THE_BEST,
  );
  const ambiguous = ambiguityIn(input);
  if (ambiguous) {
    const { ambiguity, term, text } = ambiguous;
    const [first, ...others] = strong.filter(({ passage }) => isAbout(passage, ambiguity));
    // Where the best match is of something else, it matches other words of the question.
    const isSettled =
      first !== undefined && first === strong[0] && readingsFound(ambiguity, [first, ...others]) < 2;
    if (isSettled) return undefined;
    return {
      question: ambiguity.question,
      options: ambiguity.readings.slice(0, MAX_OPTIONS).map(({ label, readAs }, at) => ({
        id: `${at + 1}`,
        label,
        readAs: inPlaceOf(text, term, readAs),
      })),
      because: 'ambiguous_term',
    };
  }
  // What names nothing can match nothing but words like "treatment", however well.
  if (intent.confidence >= UNDERSTOOD_FROM) return undefined;
  return {
    question:
      'Your question does not say what it is about. Which drug, condition, procedure or protocol do you mean?',
    options: [],
    because: 'nothing_found',
  };
};
