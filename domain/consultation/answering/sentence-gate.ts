import type { AnswerGrounds } from './answer-grounds.ts';
import { questionFacts } from './question-facts.ts';
import { type AnswerReader, createAnswerReader } from './read-answer.ts';

/**
 * Releases a streamed answer piece by piece. Words without meaning of their own pass immediately; from the first that
 * may belong to a claim (a number, a bracket, a drug, a negation), a sentence is held until it is complete and
 * supported. The concatenated results of `push` and `end` equal the text of `checkAnswer` exactly.
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
