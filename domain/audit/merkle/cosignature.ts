const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** The end of the year 9999, in seconds since 1970: later times have no date. */
const LAST_SECOND = 253_402_300_799;

/** What a witness signs: a time in seconds since 1970, and the text of a checkpoint (C2SP tlog-cosignature). */
export const cosignedText = (text: string, seconds: number): string =>
  `cosignature/v1\ntime ${seconds}\n${text}`;

/** Joins the time and the signature of a witness to the bytes that stand in a note. */
export const cosignatureBytes = (seconds: number, signature: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(TIME_BYTES + signature.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds));
  bytes.set(signature, TIME_BYTES);
  return bytes;
};

/** Reads these bytes; undefined if they are not a time that has a date, and an Ed25519 signature. */
export const readCosignature = (
  bytes: Uint8Array,
): { readonly seconds: number; readonly signature: Uint8Array } | undefined => {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  return seconds <= LAST_SECOND ? { seconds, signature: bytes.subarray(TIME_BYTES) } : undefined;
};
