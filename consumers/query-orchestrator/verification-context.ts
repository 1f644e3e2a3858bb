import type { AnswerEvidence } from '../../domain/consultation/answering/answer-evidence.ts';
import type { AnswerGrounds } from '../../domain/consultation/answering/answer-grounds.ts';
import { patientFactsOf } from '../../domain/consultation/patient-facts.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ResolvedQuestion } from './resolve-question.ts';

/**
 * The grounds that an answer is checked against. The gate that streams it, the check of the whole and any later check
 * share them, so that they cannot differ.
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
