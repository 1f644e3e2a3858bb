import type { ClinicalContext } from '../clinical-context.ts';
import type { AnswerEvidence } from './answer-evidence.ts';
import type { KnownPatient } from './question-facts.ts';

/** What the words of a model are compared with, as they come and as a whole. */
export type AnswerGrounds = {
  readonly evidence: readonly AnswerEvidence[];
  readonly question: string;
  readonly patient?: KnownPatient;
  readonly clinicalContext?: ClinicalContext;
};
