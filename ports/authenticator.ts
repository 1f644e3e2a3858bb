import type { Permission, Role } from '../domain/kernel/actor.ts';
import type { FailureReason } from '../domain/kernel/failure.ts';
import type { Result } from '../domain/kernel/result.ts';

/** A token that can be ended for itself: a named one, or one of an identity provider. */
export type HeldToken =
  | { readonly kind: 'named'; readonly tokenId: string }
  /** `session` identifies it; see `sessionKeySchema`. */
  | { readonly kind: 'session'; readonly session: string; readonly expiresAt: number };

/** Who a token belongs to, and what that person or service may be. */
export type Principal = {
  readonly id: string;
  /** At least one. */
  readonly roles: readonly Role[];
  /** The care teams that they belong to, as named by the identity provider. */
  readonly teams: readonly string[];
  /** The person for whom a service acts. */
  readonly onBehalfOf?: string;
  /** Milliseconds since the epoch after which the token no longer counts; absent for tokens without an end. */
  readonly expiresAt?: number;
  /** Where it is there, nothing else may be done with this token, whatever the roles allow. */
  readonly only?: readonly Permission[];
  readonly heldToken?: HeldToken;
  /** Aborts when the token is revoked; for what outlasts one look at it. */
  readonly watchEnd?: () => AbortSignal;
};

/**
 * Identifies the owner of a bearer token.
 *
 * Answers `unauthenticated` for a token that is malformed, expired, forged or without a known role, without saying
 * which: the reason goes to the operator's log. Answers `unavailable` when the keys cannot be fetched.
 */
export type Authenticator = {
  readonly authenticate: (token: string) => Promise<Result<Principal, FailureReason>>;
};
