import { inflateRawSync } from 'node:zlib';

/** One file of a zip container, as its central directory describes it. Sizes in bytes. */
export type ZipEntry = {
  readonly name: string;
  readonly packed: number;
  readonly unpacked: number;
  /** 0 is stored, 8 is deflated. */
  readonly method: number;
  /** Where the entry's local header begins. */
  readonly offset: number;
};

const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;
const localRecord = 0x04034b50;
const endRecordLength = 22;
const maxCommentLength = 65_535;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const findEndRecord = (view: DataView): number | undefined => {
  const lowest = Math.max(0, view.byteLength - endRecordLength - maxCommentLength);
  for (let at = view.byteLength - endRecordLength; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === endRecord) return at;
  }
  return undefined;
};

/**
 * Reads the directory at the end of a zip container without unpacking anything. `undefined` when there is none or
 * it is not whole. ZIP64 is refused as not whole: no text document needs four gigabytes.
 */
export const readZipDirectory = (bytes: Uint8Array): readonly ZipEntry[] | undefined => {
  const view = viewOf(bytes);
  const end = findEndRecord(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryRecord) return undefined;
    const method = view.getUint16(at + 10, true);
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    const offset = view.getUint32(at + 42, true);
    if (packed === 0xffffffff || unpacked === 0xffffffff || offset === 0xffffffff) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const name = Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString('utf8');
    entries.push({ name, packed, unpacked, method, offset });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
};

/**
 * Unpacks one entry, and no more than its directory entry promises: a lying directory is found out before the
 * data has grown. `undefined` when the entry is not whole or longer than promised.
 */
export const unpackEntry = (bytes: Uint8Array, entry: ZipEntry): Uint8Array | undefined => {
  const view = viewOf(bytes);
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== localRecord)
    return undefined;
  const start =
    entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.packed);
  if (packed.length !== entry.packed) return undefined;
  if (entry.method === 0) return packed.length === entry.unpacked ? packed : undefined;
  if (entry.method !== 8) return undefined;
  try {
    const unpacked = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpacked) });
    return unpacked.length === entry.unpacked ? unpacked : undefined;
  } catch {
    return undefined;
  }
};
