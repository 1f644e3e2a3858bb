/** A mail as it was found. All of it is what its sender wrote: hostile text with limits. */
export type FoundMail = {
  /** Opaque; stable as long as the mail stays in its folder. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** When the server received it; ISO 8601, UTC, empty where it does not say. */
  readonly received: string;
  readonly isUnread: boolean;
  /** Its beginning, as plain text; empty where none was wanted or there is none. */
  readonly text: string;
  readonly isCut: boolean;
  readonly attachments: readonly {
    readonly name: string;
    readonly mimeType: string;
    /** Bytes, as the mail carries them. */
    readonly size: number;
  }[];
};

export type MailSearch = {
  /** The owner of the mailbox. */
  readonly user: string;
  readonly folder: string;
  /** All of them in its text or headers. */
  readonly words: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  /** Received on this day or later, and before this day: YYYY-MM-DD. */
  readonly since?: string;
  readonly before?: string;
  readonly unreadOnly: boolean;
  /** Most mails, and characters of each one's text. */
  readonly limit: number;
  readonly maxCharacters: number;
  readonly signal: AbortSignal;
};

/**
 * The mailboxes of people, each person's own; nothing in them is changed, and no mail counts as read.
 *
 * Rejects with a Failure: `not_found` for a folder that is not there, `permission_denied` where a person has no mailbox,
 * `external_api_error`, `unavailable`, `timeout`, `rule_violated` with the reason `phi_stays_local`.
 */
export type Mailbox = {
  /** The newest mails first, and how many there are in all. */
  readonly search: (
    search: MailSearch,
  ) => Promise<{ readonly mails: readonly FoundMail[]; readonly total: number }>;
};
