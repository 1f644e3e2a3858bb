/** An event as stored: JSON texts whose sensitive fields are ciphertext. */
export type SerializedEvent = {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: string;
  readonly metadata: string;
  /** The vault key that seals its sensitive fields. */
  readonly keyId?: string;
};
