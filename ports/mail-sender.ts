type OutgoingMail = {
  /** The person it is sent for. */
  readonly user: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same in every attempt at the same mail; determines its Message-ID. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
};

type SentMail = {
  readonly messageId: string;
  /** The recipients that the server accepts, and those that it refuses. */
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
};

/**
 * Sends mail on behalf of people, without retries.
 *
 * Rejects with a Failure: `permission_denied` if the person has no address or a recipient is outside the allowed
 * domains; `external_api_error` or `unavailable` when it was not accepted; `unavailable` with the detail `outcome:
 * 'unknown'` when the outcome is unknown; `rule_violated` with the reason `phi_stays_local`.
 */
export type MailSender = { readonly send: (mail: OutgoingMail) => Promise<SentMail> };
