import type { AnswerCitation, AnswerSource } from '../domain/consultation/answer-citation.ts';
import type { ClinicalContext } from '../domain/consultation/clinical-context.ts';
import type { QueryInterpretation } from '../domain/retrieval/query/query-interpretation.ts';

export type ComposeRequest = {
  readonly interpretation: QueryInterpretation;
  /** Best first. */
  readonly results: readonly AnswerSource[];
  /** The most citations: documents. */
  readonly limit: number;
  readonly clinicalContext?: ClinicalContext | undefined;
};

/** A numbered document with the passages quoted from it. */
export type ComposedCitation = Pick<AnswerCitation, 'n' | 'passage' | 'parts' | 'excerpt' | 'score'>;

export type ComposedAnswer = {
  readonly answer: string;
  readonly citations: readonly ComposedCitation[];
  readonly warnings: readonly string[];
  /**
   * The part of the answer that also applies when a model writes it: the known facts about the patient, checked
   * against the question.
   */
  readonly patientRemarks?: readonly string[];
  /** The same for doses: another strength given alongside, or a maximum stated elsewhere. */
  readonly doseRemarks?: readonly string[];
};

/**
 * Composes extractive answers, aside from the event loop: a long document takes seconds the first time.
 *
 * Rejects with a Failure: `timeout` when it takes too long, `unavailable` when it cannot be done at the moment.
 */
export type AnswerComposer = {
  readonly compose: (request: ComposeRequest) => Promise<ComposedAnswer>;
};
