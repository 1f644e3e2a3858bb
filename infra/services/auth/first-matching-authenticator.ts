import { failure } from '../../../domain/kernel/failure.ts';
import { err } from '../../../domain/kernel/result.ts';
import type { Authenticator } from '../../../ports/authenticator.ts';

/**
 * Asks several authenticators in order; the first that recognizes the token decides. When none does but one could not
 * look, that failure is returned: the token may be good.
 */
export const createFirstMatchingAuthenticator = (
  authenticators: readonly Authenticator[],
): Authenticator => ({
  authenticate: async (token) => {
    let reason = failure('unauthenticated', 'No way of signing in is set up.');
    for (const authenticator of authenticators) {
      const outcome = await authenticator.authenticate(token);
      if (outcome.ok) return outcome;
      if (reason.code !== 'unavailable') reason = outcome.error;
    }
    return err(reason);
  },
});
