import type { ClinicalContext } from '../clinical-context.ts';
import type { AnswerEvidence } from './answer-evidence.ts';
import type { KnownPatient } from './question-facts.ts';

/** The material that a model's answer is checked against, both while it streams and as a whole. */
export type AnswerGrounds = {
  readonly evidence: readonly AnswerEvidence[];
  readonly question: string;
  readonly patient?: KnownPatient;
  readonly clinicalContext?: ClinicalContext;
};
