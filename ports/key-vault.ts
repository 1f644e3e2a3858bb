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
  /** Destroys a subject's key beyond recovery. Harmless when repeated. */
  readonly destroy: (subject: string) => Promise<void>;
};
