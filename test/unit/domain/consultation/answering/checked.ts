import type { AnswerEvidence } from '../../../../../domain/consultation/answering/answer-evidence.ts';
import {
  type AnswerToCheck,
  type CheckedAnswer,
  checkAnswer,
} from '../../../../../domain/consultation/answering/check-answer.ts';

/** Evidence numbered in order; the title comes before a bar: `Title | text`. */
export const numbered = (
  ...texts: readonly (string | Partial<AnswerEvidence>)[]
): readonly AnswerEvidence[] =>
  texts.map((given, index) => ({
    n: index + 1,
    title: `Document ${String.fromCharCode(65 + index)}`,
    text: '',
    source: 'knowledge_base',
    ...(typeof given === 'string' ? { text: given } : given),
  }));

export const checked = (
  text: string,
  evidence: readonly AnswerEvidence[],
  more: Partial<AnswerToCheck> = {},
): CheckedAnswer => checkAnswer({ text, evidence, question: 'What is given?', ...more });
