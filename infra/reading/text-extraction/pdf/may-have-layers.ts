import { constants, inflateSync } from 'node:zlib';

/** What the catalogue of a document with layers names (ISO 32000-1, 8.11.4.2). */
const layerEntry = '/OCProperties';
/** Most streams of objects to look into, and the most bytes of one when unpacked. */
const maxStreams = 5_000;
const maxUnpacked = 16 * 1024 * 1024;
/** Farthest that the data of a stream begins behind its type, in bytes. */
const farthest = 2_048;

/** Returns the data of the object stream whose type is named at `type`. */
const streamAt = (file: Buffer, type: number): Buffer | undefined => {
  const head = file.indexOf('stream', type + '/ObjStm'.length);
  if (head < 0 || head - type > farthest) return undefined;
  let from = head + 'stream'.length;
  if (file[from] === 0x0d) from += 1;
  if (file[from] === 0x0a) from += 1;
  const to = file.indexOf('endstream', from);
  return to < 0 ? undefined : file.subarray(from, to);
};

const unpacked = (data: Buffer): Buffer | undefined => {
  try {
    return inflateSync(data, { maxOutputLength: maxUnpacked, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
};

/**
 * False when a PDF certainly has no layers. PDFium does not tell, and whether text stands in a layer that is off costs
 * two pictures of its page.
 */
export const mayHaveLayers = (bytes: Uint8Array): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.includes(layerEntry)) return true;
  let type = file.indexOf('/ObjStm');
  // In an encrypted file the streams cannot be looked into.
  if (type >= 0 && file.includes('/Encrypt')) return true;
  for (let count = 0; type >= 0; count += 1) {
    if (count >= maxStreams) return true;
    const data = streamAt(file, type);
    const objects = data === undefined ? undefined : unpacked(data);
    if (objects === undefined || objects.includes(layerEntry)) return true;
    type = file.indexOf('/ObjStm', type + 1);
  }
  return false;
};
