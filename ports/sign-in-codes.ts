/**
 * Short-lived codes in place of a token, for links: the first to open the link is signed in, once, and the token itself
 * is never shown. A code works on any node, and reveals nothing.
 */
export type SignInCodes = {
  readonly issue: (token: string) => Promise<{
    readonly code: string;
    /** ISO 8601 UTC. */
    readonly expiresAt: string;
  }>;
  /** Redeems a code for its token; `undefined` when it is invalid, expired or used already. */
  readonly redeem: (code: string) => Promise<string | undefined>;
};
