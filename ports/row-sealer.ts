/** The keys of the requested subjects. Sealing and opening do not access the vault again. */
export type RowKeys = {
  /** Whether this subject's key is usable: created, and not destroyed. */
  readonly has: (subject: string) => boolean;
  /**
   * Seals the content as text that only this subject's key opens, and only in this place; `undefined` when the key has
   * been destroyed. The same content in the same place gives the same text, so that a replay produces the same rows.
   */
  readonly seal: (subject: string, place: string, content: string) => string | undefined;
  /**
   * Opens sealed text; `undefined` when the key has been destroyed. Throws a Failure `internal_error` when the key is
   * missing without having been destroyed, and when the text was altered or comes from another place.
   */
  readonly open: (subject: string, place: string, sealed: string) => string | undefined;
};

/**
 * Seals a read model's sensitive content with the key of its data subject. A place names the row: sealed text moved to
 * another row does not open there.
 */
export type RowSealer = {
  /** The keys of several subjects; with `make`, missing ones are created. */
  readonly keysOf: (subjects: readonly string[], make?: 'make') => Promise<RowKeys>;
  /** Calls back when a key was destroyed; see `KeyVault`. Returns a function that unsubscribes. */
  readonly onDestroyed: (listener: () => void) => () => void;
};
