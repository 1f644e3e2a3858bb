/** A tree to sign: the number of its leaves, and its root. */
export type TreeHead = { readonly size: number; readonly root: Uint8Array };

/**
 * Signs checkpoints of the log, and remembers what it signed where a restored database does not forget it. It never signs
 * two checkpoints with one key of which one is not larger than the other; that they agree is up to the caller.
 */
export type CheckpointSigner = {
  /** The key that verifies signatures, in the form of C2SP; undefined before there is one. */
  readonly verifierKey: () => Promise<string | undefined>;
  /** Makes a new key, which replaces the former one for good. Returns what verifies it. */
  readonly makeKey: () => Promise<string>;
  /** The largest tree that was signed with the present key, as far as any place remembers. */
  readonly lastSigned: () => Promise<TreeHead | undefined>;
  /**
   * Returns the signed note (C2SP tlog-checkpoint) of a larger tree than before, or of the same one again. It is durably
   * remembered before it is returned.
   *
   * @throws Failure `conflict` for a smaller tree, or another one of the same size
   */
  readonly sign: (head: TreeHead) => Promise<string>;
  /** Signs another text with the same key, as a note. Throws for a text that could pass for a checkpoint. */
  readonly signText: (text: string) => Promise<string>;
};
