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
  /** What a code stands for; `undefined` when it is invalid or expired. Does not use it up. */
  readonly open: (code: string) => Promise<OpenedSignInCode | undefined>;
};

/** The content of a code, which may have been used before. */
type OpenedSignInCode = {
  readonly token: string;
  /** Uses the code up; false when it was used before. */
  readonly use: () => Promise<boolean>;
};
