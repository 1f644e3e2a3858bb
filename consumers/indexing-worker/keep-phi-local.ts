import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { DocumentMetadata } from '../../domain/knowledge/document-metadata.ts';
import { findPatientIdentifiers } from '../../domain/privacy/find-patient-identifiers.ts';
import type { EmbeddingModel } from '../../ports/embedder.ts';

/** What the uploader declared about a document that decides who may be given its text. */
export type DeclaredPrivacy = Pick<DocumentMetadata, 'containsPhi' | 'sourceType'>;

/** Texts screened between two breaths of the event loop; one takes about half a millisecond. */
const AT_ONCE = 16;

const refused = (how: string): Failure =>
  new Failure(
    failure(
      'rule_violated',
      `The document ${how} and must not be sent to a cloud embedding service. Configure a local embedding model and retry.`,
      { details: { reason: 'phi_stays_local' } },
    ),
  );

/**
 * Decides whether the texts of a document may be given to the model, before the first of them is: all must be free
 * of patients' identifiers where texts leave the machine. Rejects with `rule_violated` otherwise. Answers a function
 * that screens once however often it is called, for one document.
 */
export const createPhiGuard = (model: EmbeddingModel, { containsPhi, sourceType }: DeclaredPrivacy) => {
  let passed = !model.leavesTheMachine;
  return async (texts: Iterable<string>, signal: AbortSignal): Promise<void> => {
    if (passed) return;
    if (containsPhi) throw refused('is marked as holding PHI');
    let screened = 0;
    for (const text of texts) {
      if (findPatientIdentifiers(text, sourceType).length > 0) throw refused('appears to name a patient');
      screened += 1;
      if (screened % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    passed = true;
  };
};
