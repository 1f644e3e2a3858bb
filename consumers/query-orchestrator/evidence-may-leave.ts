import { mayLeaveThePremises } from '../../domain/privacy/may-leave-the-premises.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';

/**
 * Whether all that is quoted of the knowledge base may be shown to a model in the cloud: none of it is of a document that
 * holds PHI, or names a patient itself. What was found in sources outside came from there.
 */
export const evidenceMayLeave = ({ chosen }: Pick<ExcerptsAnswer, 'chosen'>): boolean =>
  chosen.every(({ passage, parts }) =>
    [passage, ...parts.map((part) => part.passage)].every(mayLeaveThePremises),
  );
