import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { ClinicalContext } from '../clinical-context.ts';
import { isFrameWord } from '../follow-up/question-parts.ts';
import type { FollowUp } from '../follow-up/read-follow-up.ts';
import type { QuestionIntent } from '../intent/question-intent.ts';
import { type AmbiguousTerm, ambiguousTerms } from './ambiguous-terms.ts';
import { type Clarification, MAX_OPTIONS } from './clarification.ts';
import { containsPhrase, wordingOf } from './wording.ts';

/** The parts of a result that show whether the question was clear. */
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
  /** The original question. */
  readonly question: string;
  /** The interpretation of the question, with its follow-up resolved. */
  readonly interpretation: QueryInterpretation;
  readonly intent: QuestionIntent;
  /** Best first. */
  readonly results: readonly FoundPassage[];
  /** The number of clarifying questions asked so far. */
  readonly round: number;
  readonly followUp: FollowUp;
  readonly clinicalContext?: ClinicalContext | undefined;
};

/** An intent below this confidence is not understood (confidence threshold of the orchestrator's requirements). */
const UNDERSTOOD_FROM = 0.5;
/** Passages scoring below this share of the best are not quoted, so their content makes no question ambiguous. */
const LIKE_THE_BEST = 0.55;

/** Offers the possible meanings of an unclear follow-up. */
const unclearFollowUp = (question: string, couldMean: readonly string[]): Clarification => ({
  question:
    couldMean.length > 1
      ? 'Which of these is your question about?'
      : 'Your question does not say what it is about, and neither does an earlier question in this conversation. Which drug, condition, procedure or protocol do you mean?',
  options: couldMean.slice(0, MAX_OPTIONS).map((meaning, at) => ({
    id: `${at + 1}`,
    label: meaning,
    readAs: `${meaning}, ${question}`,
  })),
  because: 'unclear_follow_up',
});

/** A question with more words than this besides the term is about those words. */
const MOST_WORDS_BESIDE = 1;
/** "a leukemia patient", "with heart failure": here the term describes the patient. */
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

/** Returns the ambiguous term of a question and its wording there. */
const ambiguityIn = ({
  question,
  interpretation,
  clinicalContext,
}: ClarificationInput):
  | { readonly ambiguity: AmbiguousTerm; readonly term: string; readonly text: string }
  | undefined => {
  const { drugs, conditions, procedures } = interpretation.entities;
  // The question is about its drug, procedure or other condition; the term only describes the patient.
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

/** Whether a passage is about the term: a match of the question's other words does not count. */
const isAbout = (
  { title, sectionPath, text }: FoundPassage['passage'],
  { terms, readings }: AmbiguousTerm,
): boolean => {
  const wording = wordingOf(title, ...sectionPath, text);
  return [...terms, ...readings.map(({ readAs }) => readAs)].some((term) => containsPhrase(wording, term));
};

/** The number of a term's readings that the headings of the results distinguish. */
const readingsFound = ({ readings }: AmbiguousTerm, results: readonly FoundPassage[]): number => {
  const headings = results.map(({ passage: { title, sectionPath } }) => wordingOf(title, ...sectionPath));
  return new Set(
    readings
      .filter(({ shows }) => headings.some((heading) => shows.some((word) => containsPhrase(heading, word))))
      .map(({ shows }) => shows.join()),
  ).size;
};

/** Replaces the term in a question with a reading; appends the reading if the term is not found verbatim. */
const inPlaceOf = (text: string, term: string, readAs: string): string => {
  const at = text.toLowerCase().indexOf(term);
  return at < 0 ? `${text}, ${readAs}` : `${text.slice(0, at)}${readAs}${text.slice(at + term.length)}`;
};

/**
 * Decides whether to ask a clarifying question, and which: for a follow-up with no referent or with several possible
 * ones; for a term for conditions treated differently, if neither the question nor the results settle it; for a
 * question that is not understood and has no results.
 *
 * Never asks a second time, nor about a protocol requested by number or name, a resolved follow-up, or a question
 * with a strong match (for an ambiguous term: one that its readings do not divide). A question is never asked back
 * for being short.
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
    // If the best match is about something else, it matched other words of the question.
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
  // A question that names nothing only matches words like "treatment", however high the score.
  if (intent.confidence >= UNDERSTOOD_FROM) return undefined;
  return {
    question:
      'Your question does not say what it is about. Which drug, condition, procedure or protocol do you mean?',
    options: [],
    because: 'nothing_found',
  };
};
