import type { AnswerEvidence } from '../../domain/consultation/answering/answer-evidence.ts';
import type { AnswerGrounds } from '../../domain/consultation/answering/answer-grounds.ts';
import { patientFactsOf } from '../../domain/consultation/patient-facts.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ResolvedQuestion } from './resolve-question.ts';

/**
 * What an answer to a question is held against. The same for the gate that streams it, for the check of the whole and for
 * one that is made later: they must not tell it differently.
 */
export const verificationContext = (
  { asked: { clinicalContext }, interpretation, standalone }: ResolvedQuestion,
  evidence: readonly AnswerEvidence[],
): AnswerGrounds => ({
  evidence,
  question: standalone,
  patient: patientFactsOf(interpretation, clinicalContext),
  ...omitUndefined({ clinicalContext }),
});
