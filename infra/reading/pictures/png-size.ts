const SIGNATURE = '89504e470d0a1a0a';
/** Where the head ends that every PNG begins with (W3C, third edition, 11.2.1). */
const HEAD_END = 33;

/** What the head of a PNG says of its size; `undefined` for what is none. */
export const pngSize = (file: Buffer): { readonly width: number; readonly height: number } | undefined => {
  if (file.length < HEAD_END || file.toString('hex', 0, 8) !== SIGNATURE) return undefined;
  if (file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
};
