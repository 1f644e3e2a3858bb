import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredClaim } from '../../../ports/stored-installation.ts';
import { answerPosition } from '../idempotency/answer-position.ts';

/**
 * A claim as it is true of the log up to the head: an answer about what came later is forgotten. The command id stays,
 * so that a repeat after a restore executes under the same id, and the log recognizes what it has already.
 */
export const claimAsOf = (claim: StoredClaim, head: Position): StoredClaim => {
  if (claim.answer === null) return claim;
  const position = answerPosition(claim.answer);
  return position !== undefined && position <= head ? claim : { ...claim, answer: null };
};
