/**
 * Holds one encryption key for each data subject, wrapped by a master key.
 *
 * `keysFor` creates a key on first use, and never again once it has been destroyed: a tombstone remains, or the key
 * would silently be recreated.
 */
export type KeyVault = {
  /** The 32-byte keys of several subjects, creating those that do not exist; undefined for destroyed ones. */
  readonly keysFor: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array | undefined>>;
  /** Like `keysFor` but never creates a key: for reading. */
  readonly existingKeys: (
    subjects: readonly string[],
  ) => Promise<ReadonlyMap<string, Uint8Array | undefined>>;
  /**
   * Names a subject's key without revealing the subject. Events carry it into the log, whose append transaction
   * refuses data sealed with a key that any process has destroyed meanwhile.
   */
  readonly keyIdOf: (subject: string) => string;
  /**
   * Calls back when a key was destroyed, by this process or another: anything decrypted with it must be removed from
   * memory. Returns a function that unsubscribes. Only a hint for keys destroyed by another process.
   */
  readonly onDestroyed: (listener: () => void) => () => void;
  /** Destroys a subject's key beyond recovery. Harmless when repeated. */
  readonly destroy: (subject: string) => Promise<void>;
};
