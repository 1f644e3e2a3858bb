/** A new token, not assigned to a user yet: its text, and the digest that identifies it. */
type FreshToken = {
  /** 256 random bits after a prefix that people and scanners for leaked secrets recognise. */
  readonly text: string;
  /** SHA-256 of the text, in lower-case hex. */
  readonly hash: string;
};

/** Creates named tokens. */
export type TokenSource = { readonly make: () => FreshToken };
