type OutgoingMail = {
  /** The person it is sent for. */
  readonly user: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same in every attempt at the same mail: its Message-ID is made of it. */
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
 * Sends mails of people, each once: nothing is tried again.
 *
 * Rejects with a Failure: `permission_denied` where a person has no address or a recipient is outside the allowed
 * domains; `external_api_error` or `unavailable` when it was not taken; `unavailable` with the detail `outcome:
 * 'unknown'` when the outcome is unknown; `rule_violated` with the reason `phi_stays_local`.
 */
export type MailSender = { readonly send: (mail: OutgoingMail) => Promise<SentMail> };
