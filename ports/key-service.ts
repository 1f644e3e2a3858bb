/**
 * A service outside that encrypts and decrypts a key and gives its own key to nobody, such as HashiCorp Vault, OpenBao or
 * a hardware module behind either. It holds no state of ours: what it wrapped is kept by whoever asked.
 *
 * Both reject with `unavailable` when the service does not answer or refuses, with a sentence for the operator.
 */
export type KeyService = {
  /** Text that only the service can turn into the key again. */
  readonly wrap: (key: Uint8Array) => Promise<string>;
  readonly unwrap: (wrapped: string) => Promise<Uint8Array>;
};
