import type { FailureReason } from '../domain/kernel/failure.ts';
import type { Result } from '../domain/kernel/result.ts';

/** What the identity provider sends back with the browser. */
type ProviderAnswer = {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
};

/** Signs people in with an identity provider (OpenID Connect, authorization code flow with PKCE). */
export type IdentityProvider = {
  /**
   * Begins a sign-in: the address to send the browser to, and what it must bring back in a cookie, which proves that the
   * same browser began it.
   *
   * @throws Failure `unavailable` when the provider does not answer
   */
  readonly begin: (
    redirectUri: string,
    returnTo: string,
  ) => Promise<{ readonly location: string; readonly begun: string; readonly lifeSeconds: number }>;
  /**
   * Completes a sign-in, once: a session for a browser, and the page to which to return. Returns `unauthenticated` for an
   * answer that does not belong to the sign-in, or a person without a role, and `unavailable` when the provider fails.
   */
  readonly complete: (
    begun: string,
    answer: ProviderAnswer,
    redirectUri: string,
  ) => Promise<Result<{ readonly session: string; readonly returnTo: string }, FailureReason>>;
};
