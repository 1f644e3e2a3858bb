import type { Permission, Role } from '../domain/kernel/actor.ts';
import type { FailureReason } from '../domain/kernel/failure.ts';
import type { Result } from '../domain/kernel/result.ts';

/** A token that can be revoked individually: a named one, or one of an identity provider. */
export type HeldToken =
  | { readonly kind: 'named'; readonly tokenId: string }
  /** `session` identifies it; see `sessionKeySchema`. */
  | { readonly kind: 'session'; readonly session: string; readonly expiresAt: number };

/** A session in a browser; see `BrowserSessions`. */
export type BrowserSession = {
  /** To be sent back with everything that changes something: another site cannot know it. */
  readonly csrfToken: string;
  /** The session ends after this time without a request. */
  readonly idleSeconds: number;
  /** When it ends in any case, in milliseconds since the epoch. */
  readonly endsAt: number;
  /** Makes the text that prolongs it; absent while the last one is still recent. */
  readonly renew?: () => Promise<string>;
};

/** The owner of a token, and the roles of that person or service. */
export type Principal = {
  readonly id: string;
  /** At least one. */
  readonly roles: readonly Role[];
  /** The care teams that they belong to, as named by the identity provider. */
  readonly teams: readonly string[];
  /** The person for whom a service acts. */
  readonly onBehalfOf?: string;
  /** Expiry in milliseconds since the epoch, for a session unless it is prolonged; absent for tokens that do not expire. */
  readonly expiresAt?: number;
  /** If present, the token permits nothing else, whatever the roles allow. */
  readonly only?: readonly Permission[];
  readonly heldToken?: HeldToken;
  /** The session, if the token is that of one. */
  readonly session?: BrowserSession;
  /** Aborts when the token is revoked; for work that outlasts a single check. */
  readonly watchEnd?: () => AbortSignal;
};

/**
 * Identifies the owner of a bearer token.
 *
 * Returns `unauthenticated` for a token that is malformed, expired, forged or without a known role, without revealing
 * which: the reason goes to the operator's log. Returns `unavailable` when the keys cannot be fetched.
 */
export type Authenticator = {
  readonly authenticate: (token: string) => Promise<Result<Principal, FailureReason>>;
};
