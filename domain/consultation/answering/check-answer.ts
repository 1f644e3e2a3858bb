import { stopWords } from '../../language/stop-words.ts';
import { idsUnder } from './alignment/heads-of-place.ts';
import { isRelated } from './alignment/is-related.ts';
import type { ReadAnswer } from './answer-findings.ts';
import type { AnswerGrounds } from './answer-grounds.ts';
import { type EvidenceIndex, indexEvidence, type Place } from './evidence-index.ts';
import { isOrdinary } from './ordinary-words.ts';
import { type QuestionFacts, questionFacts } from './question-facts.ts';
import { createAnswerReader } from './read-answer.ts';
import { warningsOfEvidence } from './warnings-of-evidence.ts';

/** A model's answer with the material to check it against. */
export type AnswerToCheck = AnswerGrounds & { readonly text: string };

/** A checked answer that may be shown, with the findings. */
export type CheckedAnswer = ReadAnswer & {
  readonly text: string;
  /** Warnings in the cited evidence about the drugs of the answer that the answer omits. */
  readonly warnings: readonly string[];
  /** Whether nothing is shown, or some statement of it, its heads or title, names what the question names. */
  readonly isOnTopic: boolean;
};

const patients: ReadonlySet<string> = new Set(['adult', 'child', 'newborn', 'pregnant']);

/** Whether a word of a question tells its subject from others. */
const isTopic = (id: string): boolean =>
  id.length > 2 && /^[\p{L}\s-]+$/u.test(id) && !patients.has(id) && !stopWords.has(id) && !isOrdinary(id);

/** Whether a statement concerns a question; any does where the question names nothing specific. */
const concerns = ({ said, conditions }: QuestionFacts, index: EvidenceIndex): ((place: Place) => boolean) => {
  const topics = [...said].filter(isTopic);
  return (place) => {
    const ids = idsUnder(index, place);
    const title = index.evidence.get(place.n)?.title;
    const named = [place.statement, ...place.heads, ...(title === undefined ? [] : [title])].flatMap(
      ({ things }) => things.conditions,
    );
    return (
      topics.length === 0 ||
      topics.some((id) => ids.has(id)) ||
      conditions.some((one) => named.some((other) => isRelated(one, other)))
    );
  };
};

/**
 * Checks a model's answer against its evidence. A sentence is shown verbatim only if one statement of the evidence
 * contains all of it (`alignSentence`), under the heads that the statement needs. Any other sentence is replaced by
 * the nearest statement, word for word, or dropped. Citations without evidence are removed; missing or wrong ones are
 * corrected.
 */
export const checkAnswer = ({
  text,
  evidence,
  question,
  patient,
  clinicalContext,
}: AnswerToCheck): CheckedAnswer => {
  const facts = questionFacts(question, patient, clinicalContext);
  const reader = createAnswerReader(evidence, facts);
  const shown = `${reader.push(text)}${reader.end()}`;
  const found = reader.result();
  const index = indexEvidence(evidence);
  return {
    ...found,
    text: shown,
    warnings: warningsOfEvidence(index, shown, found.cited),
    isOnTopic: found.places.length === 0 || found.places.some(concerns(facts, index)),
  };
};
