/** A new token that no user has yet: its text, and the digest that identifies it. */
type FreshToken = {
  /** 256 random bits after a prefix by which people and scanners for leaked secrets recognise it. */
  readonly text: string;
  /** SHA-256 of the text, in lower-case hex. */
  readonly hash: string;
};

/** Makes named tokens. */
export type TokenSource = { readonly make: () => FreshToken };
