import type { ReadAnswer } from './answer-findings.ts';
import type { AnswerGrounds } from './answer-grounds.ts';
import { indexEvidence } from './evidence-index.ts';
import { questionFacts } from './question-facts.ts';
import { createAnswerReader } from './read-answer.ts';
import { warningsOfEvidence } from './warnings-of-evidence.ts';

/** An answer of a model with what it is checked by. */
export type AnswerToCheck = AnswerGrounds & { readonly text: string };

/** An answer as it may be shown, with what was found in it. */
export type CheckedAnswer = ReadAnswer & {
  readonly text: string;
  /** What the cited evidence says against the drugs that the answer names, and it does not. */
  readonly warnings: readonly string[];
};

/**
 * Checks an answer of a model against its evidence. A sentence is shown in the model's words only where one statement of
 * the evidence says all of it (`alignSentence`), under the heads that the statement needs; every other one is replaced
 * by the statement that it is nearest to, word for word, or left out. Citations of no evidence are removed, those that
 * are missing or wrong are set right.
 */
export const checkAnswer = ({
  text,
  evidence,
  question,
  patient,
  clinicalContext,
}: AnswerToCheck): CheckedAnswer => {
  const reader = createAnswerReader(evidence, questionFacts(question, patient, clinicalContext));
  const shown = `${reader.push(text)}${reader.end()}`;
  const found = reader.result();
  return { ...found, text: shown, warnings: warningsOfEvidence(indexEvidence(evidence), shown, found.cited) };
};
