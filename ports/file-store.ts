/** A file of a person on the file server. */
export type StoredFile = {
  /** Opaque; the same as long as the server knows the file. Means something to the person alone whose file it is. */
  readonly id: string;
  readonly name: string;
  /** Below the person's folder, with a slash in front. */
  readonly path: string;
  /** Bytes, as the server says. */
  readonly size: number;
  readonly mimeType: string;
  /** ISO 8601, UTC; empty where the server does not say. */
  readonly modified: string;
  /** Its address, which opens for whoever may; without user and password. */
  readonly url: string;
};

type FileSearch = {
  /** Whose files: no others are found. */
  readonly user: string;
  /** All of them in the name, regardless of case. There is a word or an extension. */
  readonly words: readonly string[];
  /** Ends of names without the dot: one of them, where there are any. */
  readonly extensions: readonly string[];
  readonly signal: AbortSignal;
};

/**
 * The files of people on a server, each person's own. Names, types and sizes are what the server says: hostile text with
 * limits.
 *
 * Rejects with a Failure: `not_found`; `permission_denied` where a person has no account there;
 * `conflict` for a file that is locked; `payload_too_large`; `rate_limit_exceeded`; `external_api_error` with `service` and
 * `upstream_status`; `unavailable`; `timeout`; `rule_violated` with the reason `phi_stays_local`. What the server said is no part of one.
 */
export type FileStore = {
  /** Newest first, within limits of how many are looked at. */
  readonly search: (search: FileSearch) => Promise<readonly StoredFile[]>;
  readonly find: (user: string, id: string, signal: AbortSignal) => Promise<StoredFile>;
  /** The content, of at most so many bytes. */
  readonly read: (
    user: string,
    file: StoredFile,
    maxBytes: number,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};
