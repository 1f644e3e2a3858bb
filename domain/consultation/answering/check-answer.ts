import type { ReadAnswer } from './answer-findings.ts';
import type { AnswerGrounds } from './answer-grounds.ts';
import { indexEvidence } from './evidence-index.ts';
import { questionFacts } from './question-facts.ts';
import { createAnswerReader } from './read-answer.ts';
import { warningsOfEvidence } from './warnings-of-evidence.ts';

/** An answer of a model with what it is checked by. */
export type AnswerToCheck = AnswerGrounds & { readonly text: string };

/** An answer as it may be shown, with what was found in it. */
export type CheckedAnswer = Omit<ReadAnswer, 'supported'> & {
  readonly text: string;
  /** What the cited evidence says against the drugs that the answer names, and it does not. */
  readonly warnings: readonly string[];
};

/**
 * Checks an answer of a model against its evidence. Every number must are in what its sentence cites, of the same drug,
 * by the same route, for the same patients and as the same bound; a sentence of which that does not hold is struck, with
 * a mark in its place. What is shown alone would mislead is marked: a dose without the patients or the route that its
 * source gives it for. Citations of no evidence are removed, those that are missing or wrong are set right.
 *
 * Numbers of the question that are no amounts may be repeated as the patient's. Other digits of the question, as of a
 * record or a telephone, are in no source and are struck like any; names are not looked for, since the reader of the
 * answer is who wrote them.
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
  const { supported, ...found } = reader.result();
  return { ...found, text: shown, warnings: warningsOfEvidence(indexEvidence(evidence), shown, found.cited) };
};
