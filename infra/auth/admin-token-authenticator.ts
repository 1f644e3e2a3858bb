import { timingSafeEqual } from 'node:crypto';
import { failure } from '../../domain/kernel/failure.ts';
import { err, ok } from '../../domain/kernel/result.ts';
import type { Authenticator } from '../../ports/authenticator.ts';
import { hashToken } from './hash-token.ts';

/** The id under which the holder of the admin token appears in the audit trail. */
const ADMIN_TOKEN_ACTOR = 'admin-token';

type AdminTokenOptions = {
  /** SHA-256 of the token in force, asked for each time; undefined when there is none. */
  readonly tokenHash: () => Promise<Uint8Array | undefined>;
  readonly actorId?: string;
};

/**
 * Accepts one long random token with the role `admin`. Digests are compared, in constant time, so neither the length
 * nor the content of the token shows in how long a refusal takes.
 */
export const createAdminTokenAuthenticator = ({
  tokenHash,
  actorId = ADMIN_TOKEN_ACTOR,
}: AdminTokenOptions): Authenticator => ({
  authenticate: async (token) => {
    let inForce: Uint8Array | undefined;
    try {
      inForce = await tokenHash();
    } catch {
      return err(
        failure('unavailable', 'The hash of the admin token cannot be read at the moment.', {
          component: 'data-directory',
          retryAfter: 1,
        }),
      );
    }
    return inForce?.length === 32 && timingSafeEqual(hashToken(token), inForce)
      ? ok({ id: actorId, roles: ['admin'], teams: [] })
      : err(failure('unauthenticated', 'The admin token is not the right one.'));
  },
});
