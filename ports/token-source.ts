/** A token that nobody has yet: its text, and the digest under which it is known. */
type FreshToken = {
  /** 256 random bits behind a beginning by which people and scanners for leaked secrets know what it is. */
  readonly text: string;
  /** SHA-256 of the text, in lower-case hex. */
  readonly hash: string;
};

/** Makes named tokens. */
export type TokenSource = { readonly make: () => FreshToken };
