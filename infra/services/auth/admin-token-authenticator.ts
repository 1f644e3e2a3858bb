import { timingSafeEqual } from 'node:crypto';
import type { Permission } from '../../../domain/kernel/actor.ts';
import { failure } from '../../../domain/kernel/failure.ts';
import { FIRST_TOKEN_ACTOR } from '../../../domain/kernel/reserved-ids.ts';
import { err, ok } from '../../../domain/kernel/result.ts';
import type { Authenticator } from '../../../ports/authenticator.ts';
import { hashToken } from './hash-token.ts';

type AdminTokenOptions = {
  /** Returns the SHA-256 of the token in force; undefined when there is none. Called on every sign-in. */
  readonly tokenHash: () => Promise<Uint8Array | undefined>;
};

/** Nothing else: a shared token identifies no person in the audit trail, and would own everyone's data. */
const only: readonly Permission[] = ['tokens:manage'];

/**
 * Accepts the admin token of the first start: one long random text, used to create and revoke other tokens.
 * Compares digests in constant time, so the time of a refusal reveals neither the length nor the content of
 * the token.
 */
export const createAdminTokenAuthenticator = ({ tokenHash }: AdminTokenOptions): Authenticator => ({
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
      ? ok({ id: FIRST_TOKEN_ACTOR, roles: ['admin'], teams: [], only })
      : err(failure('unauthenticated', 'The admin token is incorrect.'));
  },
});
