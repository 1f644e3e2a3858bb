/** The keys of the subjects that were asked for. Sealing and opening take no further look at the vault. */
export type RowKeys = {
  /** Whether this subject's key can be used: it was made, and not destroyed. */
  readonly has: (subject: string) => boolean;
  /**
   * The content as text that only this subject's key opens, in this place; `undefined` when the key has been destroyed.
   * The same content in the same place gives the same text, so that a replay gives the same rows.
   */
  readonly seal: (subject: string, place: string, content: string) => string | undefined;
  /**
   * The sealed text's content; `undefined` when the key has been destroyed. Throws a Failure `internal_error` when
   * the key is missing without having been destroyed, and when the text was altered or comes from another place.
   */
  readonly open: (subject: string, place: string, sealed: string) => string | undefined;
};

/**
 * Seals a read model's sensitive content with the key of the data subject that it is about. A place names the row:
 * sealed text moved to another row does not open there.
 */
export type RowSealer = {
  /** The keys of several subjects at once; with `make`, missing ones are made. */
  readonly keysOf: (subjects: readonly string[], make?: 'make') => Promise<RowKeys>;
  /** Calls back when a key was destroyed; see `KeyVault`. Answers how to stop. */
  readonly onDestroyed: (listener: () => void) => () => void;
};
