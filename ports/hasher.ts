/** Content hashes. */
export type Hasher = {
  /** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
  readonly sha256: (text: string) => string;
};
