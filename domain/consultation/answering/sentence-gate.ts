import type { AnswerGrounds } from './answer-grounds.ts';
import { questionFacts } from './question-facts.ts';
import { type AnswerReader, createAnswerReader } from './read-answer.ts';

/**
 * Lets an answer through as it comes, piece by piece. Words that say nothing by themselves pass at once; from the first
 * that may be of a claim on (a number, a bracket, a drug, a negation) a sentence is held until it is whole and supported.
 * All that `push` and `end` give, put together, is the text of `checkAnswer` to the character.
 */
export const createSentenceGate = ({
  evidence,
  question,
  patient,
  clinicalContext,
}: AnswerGrounds): Pick<AnswerReader, 'push' | 'end'> => {
  const { push, end } = createAnswerReader(evidence, questionFacts(question, patient, clinicalContext));
  return { push, end };
};
