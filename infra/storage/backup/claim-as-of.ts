import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredClaim } from '../../../ports/stored-installation.ts';
import { answerPosition } from '../idempotency/answer-position.ts';

/**
 * A claim as of a head of the log: an answer that refers to later events is dropped. The command id stays: a repeat
 * after a restore executes under the same id, and the log recognizes the events that it already has.
 */
export const claimAsOf = (claim: StoredClaim, head: Position): StoredClaim => {
  if (claim.answer === null) return claim;
  const position = answerPosition(claim.answer);
  return position !== undefined && position <= head ? claim : { ...claim, answer: null };
};
