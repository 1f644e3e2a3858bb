import type { ReadAnswer } from './answer-findings.ts';
import type { AnswerGrounds } from './answer-grounds.ts';
import { indexEvidence } from './evidence-index.ts';
import { questionFacts } from './question-facts.ts';
import { createAnswerReader } from './read-answer.ts';
import { warningsOfEvidence } from './warnings-of-evidence.ts';

/** A model's answer with the material to check it against. */
export type AnswerToCheck = AnswerGrounds & { readonly text: string };

/** A checked answer that may be shown, with the findings. */
export type CheckedAnswer = ReadAnswer & {
  readonly text: string;
  /** Warnings in the cited evidence about the drugs of the answer that the answer omits. */
  readonly warnings: readonly string[];
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
  const reader = createAnswerReader(evidence, questionFacts(question, patient, clinicalContext));
  const shown = `${reader.push(text)}${reader.end()}`;
  const found = reader.result();
  return { ...found, text: shown, warnings: warningsOfEvidence(indexEvidence(evidence), shown, found.cited) };
};
