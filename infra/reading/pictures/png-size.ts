const SIGNATURE = '89504e470d0a1a0a';
/** The end of the header with which every PNG begins (W3C, third edition, 11.2.1). */
const HEAD_END = 33;

/** Reads the size from the header of a PNG; `undefined` if the file is not a PNG. */
export const pngSize = (file: Buffer): { readonly width: number; readonly height: number } | undefined => {
  if (file.length < HEAD_END || file.toString('hex', 0, 8) !== SIGNATURE) return undefined;
  if (file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
};
