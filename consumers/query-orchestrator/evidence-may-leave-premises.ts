import { mayLeavePremises } from '../../domain/privacy/may-leave-premises.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';

/**
 * Whether all passages quoted from the knowledge base may be shown to a model in the cloud: none comes from a document
 * that holds PHI or names a patient itself. Evidence from external sources came from outside and may leave again.
 * Without a cloud model only the documents' PHI marks count: nothing is screened that will not leave.
 */
export const evidenceMayLeavePremises = (
  { chosen }: Pick<ExcerptsAnswer, 'chosen'>,
  { cloud }: Pick<OrchestratorServices['languageModels'], 'cloud'>,
): boolean =>
  chosen.every(({ passage, parts }) =>
    [passage, ...parts.map((part) => part.passage)].every((quoted) =>
      cloud === undefined ? !quoted.phi : mayLeavePremises(quoted),
    ),
  );
