/** A found mail. All of it was written by its sender: hostile text with limits. */
export type FoundMail = {
  /** Opaque; stable as long as the mail stays in its folder. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** When the server received it; ISO 8601, UTC; empty if unknown. */
  readonly received: string;
  readonly isUnread: boolean;
  /** The start of its text, as plain text; empty if not requested or missing. */
  readonly text: string;
  readonly isCut: boolean;
  readonly attachments: readonly {
    readonly name: string;
    readonly mimeType: string;
    /** Encoded size in bytes. */
    readonly size: number;
  }[];
};

export type MailSearch = {
  /** The owner of the mailbox. */
  readonly user: string;
  readonly folder: string;
  /** All must occur in its text or headers. */
  readonly words: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  /** Received on this day or later, and before this day: YYYY-MM-DD. */
  readonly since?: string;
  readonly before?: string;
  readonly unreadOnly: boolean;
  /** Maximum mails, and characters of each one's text. */
  readonly limit: number;
  readonly maxCharacters: number;
  readonly signal: AbortSignal;
};

/**
 * The mailboxes of people; each person reaches only their own. Nothing in them is changed, and no mail is marked as
 * read.
 *
 * Rejects with a Failure: `not_found` for a missing folder, `permission_denied` if the person has no mailbox,
 * `external_api_error`, `unavailable`, `timeout`, `rule_violated` with the reason `phi_stays_local`.
 */
export type Mailbox = {
  /** The newest mails first, and how many there are in all. */
  readonly search: (
    search: MailSearch,
  ) => Promise<{ readonly mails: readonly FoundMail[]; readonly total: number }>;
};
