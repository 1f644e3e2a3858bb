import { timingSafeEqual } from 'node:crypto';
import { failure } from '../../domain/kernel/failure.ts';
import { err, ok } from '../../domain/kernel/result.ts';
import type { Authenticator } from '../../ports/authenticator.ts';
import { hashToken } from './hash-token.ts';

export type AdminTokenOptions = {
  /** SHA-256 of the token. */
  readonly tokenHash: Uint8Array;
  /** The id under which the holder appears in the audit trail. */
  readonly actorId?: string;
};

/**
 * Accepts one long random token with the role `admin`. Digests are compared, in constant time, so neither the length
 * nor the content of the token shows in how long a refusal takes.
 */
export const createAdminTokenAuthenticator = ({
  tokenHash,
  actorId = 'admin-token',
}: AdminTokenOptions): Authenticator => {
  if (tokenHash.length !== 32) throw new Error('The hash of the admin token must be a SHA-256 digest.');
  return {
    authenticate: async (token) =>
      timingSafeEqual(hashToken(token), tokenHash)
        ? ok({ id: actorId, roles: ['admin'] })
        : err(failure('unauthenticated', 'The admin token is not the right one.')),
  };
};
