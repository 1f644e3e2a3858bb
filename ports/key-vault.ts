/**
 * Holds one encryption key for each data subject, wrapped by a master key.
 *
 * `keyFor` makes the key on first use, and answers `undefined` for ever once it has been destroyed: a tombstone
 * stays, or the key would silently be made again.
 */
export type KeyVault = {
  /** The 32-byte keys of several subjects at once, making those that do not exist. */
  readonly keysFor: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array | undefined>>;
  /** Like `keysFor` but never makes a key: for reading. */
  readonly existingKeys: (
    subjects: readonly string[],
  ) => Promise<ReadonlyMap<string, Uint8Array | undefined>>;
  /**
   * Names a subject's key without telling whose it is. Events carry it into the log, which refuses in its own transaction
   * what was sealed with a key that has been destroyed meanwhile, by whichever process.
   */
  readonly keyIdOf: (subject: string) => string;
  /**
   * Calls back when a key was destroyed, by this process or another: what was decrypted with it and is still in memory
   * must go. Answers how to stop. Only a hint where another process is concerned.
   */
  readonly onDestroyed: (listener: () => void) => () => void;
  /** Destroys a subject's key beyond recovery. Harmless when repeated. */
  readonly destroy: (subject: string) => Promise<void>;
};
