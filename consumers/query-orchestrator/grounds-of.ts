import type { AnswerEvidence } from '../../domain/consultation/answering/answer-evidence.ts';
import type { AnswerGrounds } from '../../domain/consultation/answering/answer-grounds.ts';
import { patientFactsOf } from '../../domain/consultation/patient-facts.ts';
import { defined } from '../../domain/kernel/defined.ts';
import type { QuestionInHand } from './question-in-hand.ts';

/**
 * What an answer to a question is held against. The same for the gate that streams it, for the check of the whole and for
 * one that is made later: they must not tell it differently.
 */
export const groundsOf = (
  { asked: { clinicalContext }, interpretation, meant }: QuestionInHand,
  evidence: readonly AnswerEvidence[],
): AnswerGrounds => ({
  evidence,
  question: meant,
  patient: patientFactsOf(interpretation, clinicalContext),
  ...defined({ clinicalContext }),
});
