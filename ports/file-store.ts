/** A file of a person on the file server. */
export type StoredFile = {
  /** Opaque; stable as long as the server keeps the file. Meaningful only to the file's owner. */
  readonly id: string;
  readonly name: string;
  /** Relative to the person's folder, with a leading slash. */
  readonly path: string;
  /** Bytes, as reported by the server. */
  readonly size: number;
  readonly mimeType: string;
  /** ISO 8601, UTC; empty if the server does not report it. */
  readonly modified: string;
  /** Its address, which opens for permitted users; without user and password. */
  readonly url: string;
};

type FileSearch = {
  /** The owner: no other files are found. */
  readonly user: string;
  /** All must occur in the name, ignoring case. At least one word or extension is given. */
  readonly words: readonly string[];
  /** File extensions without the dot; the name must have one of them, if any are given. */
  readonly extensions: readonly string[];
  readonly signal: AbortSignal;
};

/**
 * The files of people on a server, each person's own. Names, types and sizes come from the server: untrusted text
 * with limits.
 *
 * Rejects with a Failure: `not_found`; `permission_denied` where a person has no account there; `conflict` for a
 * locked file; `payload_too_large`; `rate_limit_exceeded`; `external_api_error` with `service` and `upstream_status`;
 * `unavailable`; `timeout`; `rule_violated` with the reason `phi_stays_local`. Errors contain none of the server's
 * text.
 */
export type FileStore = {
  /** Newest first, within a limit of files examined. */
  readonly search: (search: FileSearch) => Promise<readonly StoredFile[]>;
  readonly find: (user: string, id: string, signal: AbortSignal) => Promise<StoredFile>;
  /** The content, of at most the given number of bytes. */
  readonly read: (
    user: string,
    file: StoredFile,
    maxBytes: number,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};
