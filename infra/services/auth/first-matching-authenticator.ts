import { failure } from '../../../domain/kernel/failure.ts';
import { err } from '../../../domain/kernel/result.ts';
import type { Authenticator } from '../../../ports/authenticator.ts';

/**
 * Tries authenticators in order; the first that accepts the token decides. If none accepts it but one was
 * unavailable, returns that failure, as the token may be valid.
 */
export const createFirstMatchingAuthenticator = (
  authenticators: readonly Authenticator[],
): Authenticator => ({
  authenticate: async (token) => {
    let reason = failure('unauthenticated', 'No sign-in method is configured.');
    for (const authenticator of authenticators) {
      const outcome = await authenticator.authenticate(token);
      if (outcome.ok) return outcome;
      if (reason.code !== 'unavailable') reason = outcome.error;
    }
    return err(reason);
  },
});
