/** An event as a store keeps it: JSON texts whose sensitive fields are ciphertext. */
export type SerializedEvent = {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: string;
  readonly metadata: string;
  /** The key of the vault with which its sensitive fields are sealed. */
  readonly keyId?: string;
};
