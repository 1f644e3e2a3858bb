import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const proofOf = (secret: Uint8Array, challenge: string): Buffer =>
  // No token is ever signed over such a text, so a proof cannot serve as one.
  createHmac('sha256', secret).update(`anamnesis server proof v1: ${challenge}`).digest();

/** 256 fresh random bits. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/**
 * Answers challenges with the secret of the data directory: only a process with the secret can create or check a proof.
 */
export const createServerProof =
  (secret: Uint8Array) =>
  (challenge: string): string =>
    proofOf(secret, challenge).toString('base64url');

/** Whether a proof for a challenge comes from a server that has opened the data directory with this secret. */
export const isValidProof = (secret: Uint8Array, challenge: string, answer: string): boolean => {
  const given = Buffer.from(answer, 'base64url');
  const wanted = proofOf(secret, challenge);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};
