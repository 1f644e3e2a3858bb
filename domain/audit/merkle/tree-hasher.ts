/** A SHA-256 hash: 32 bytes. */
export type Hash = Uint8Array;

/** The size of a hash in bytes. */
export const HASH_BYTES = 32;

/** The hashes of a Merkle tree as in RFC 9162, section 2.1.1. */
export type TreeHasher = {
  /** The root of the tree without leaves. */
  readonly empty: () => Hash;
  readonly leaf: (content: Uint8Array) => Hash;
  readonly node: (left: Hash, right: Hash) => Hash;
};

/**
 * Distinguishes leaves from nodes by a first byte (0 and 1), so that a node cannot pass for a leaf. `sha256` must return
 * bytes of its own for every call.
 */
export const createTreeHasher = (sha256: (content: Uint8Array) => Hash): TreeHasher => {
  // Hashing does not keep its input, so that every node can use the same bytes.
  const pair = new Uint8Array(1 + 2 * HASH_BYTES);
  pair[0] = 1;
  return {
    empty: () => sha256(new Uint8Array(0)),
    leaf: (content) => {
      const prefixed = new Uint8Array(1 + content.length);
      prefixed.set(content, 1);
      return sha256(prefixed);
    },
    node: (left, right) => {
      pair.set(left, 1);
      pair.set(right, 1 + HASH_BYTES);
      return sha256(pair);
    },
  };
};

/** Whether two hashes are the same. */
export const equalHashes = (one: Hash, other: Hash): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);
