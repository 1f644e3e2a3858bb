/**
 * An external service that encrypts and decrypts a key and never releases its own, such as HashiCorp Vault, OpenBao,
 * AWS KMS or a hardware module behind one of them. It holds no state of ours: the caller stores the wrapped key.
 *
 * Both reject with `unavailable` when the service does not answer or refuses, with a sentence for the operator.
 */
export type KeyService = {
  /** Text that only the service can turn into the key again. */
  readonly wrap: (key: Uint8Array) => Promise<string>;
  readonly unwrap: (wrapped: string) => Promise<Uint8Array>;
};
