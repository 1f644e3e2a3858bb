import { mayLeaveThePremises } from '../../domain/privacy/may-leave-the-premises.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';

/**
 * Whether all that is quoted of the knowledge base may be shown to a model in the cloud: none of it is of a document that
 * holds PHI, or names a patient itself. What was found in sources outside came from there. Without a model in the cloud
 * only what is known of the documents counts: nothing is screened that will not leave.
 */
export const evidenceMayLeave = (
  { chosen }: Pick<ExcerptsAnswer, 'chosen'>,
  { cloud }: Pick<OrchestratorServices['languageModels'], 'cloud'>,
): boolean =>
  chosen.every(({ passage, parts }) =>
    [passage, ...parts.map((part) => part.passage)].every((quoted) =>
      cloud === undefined ? !quoted.phi : mayLeaveThePremises(quoted),
    ),
  );
