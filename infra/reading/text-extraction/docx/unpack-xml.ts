import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { unreadableFile } from '../unreadable-file.ts';

const isXml = ({ fileName }: Entry): boolean => /\.(?:xml|rels)$/i.test(fileName);

const unpackedSize = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);

const damagedWhere = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (cause) {
    throw unreadableFile('docx_damaged', {}, { cause });
  }
};

/** Begins the record that ends a zip container (APPNOTE.TXT, 4.3.16), and what of it is fixed. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const END_LENGTH = 22;

/** The container without what a transport has put behind it: line ends, or the rest of a form. */
const withoutTrailer = (bytes: Uint8Array): Buffer => {
  const container = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = container.lastIndexOf(END_SIGNATURE);
  if (end < 0 || end + END_LENGTH > container.length) return container;
  return container.subarray(0, end + END_LENGTH + container.readUInt16LE(end + 20));
};

/** What the directory says, up to one entry more than there may be. */
const readDirectory = async (zip: ZipFile, maxEntries: number): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > maxEntries) break;
  }
  return entries;
};

/** Most bytes of one picture in a document. */
const MAX_PICTURE = 40 * 1024 * 1024;

/** The bytes of one part that is no text, such as a picture; `undefined` where there is none that can be unpacked. */
export const unpackPart = async (bytes: Uint8Array, name: string): Promise<Uint8Array | undefined> => {
  try {
    const zip = await fromBufferPromise(withoutTrailer(bytes));
    for await (const entry of zip.eachEntry())
      if (entry.fileName === name)
        return entry.uncompressedSize > MAX_PICTURE
          ? undefined
          : await buffer(await zip.openReadStreamPromise(entry));
  } catch {
    // A picture that cannot be unpacked is no figure; the text is read all the same.
  }
  return undefined;
};

/**
 * The parts of a Word document that are XML, by name. The directory of the container is looked at before anything is
 * unpacked; an entry that turns out longer than its directory says is given up at that byte.
 *
 * @throws Failure `docx_damaged`, `format_mismatch` for another container, `expands_too_much`
 */
export const unpackXml = async (
  bytes: Uint8Array,
  limits: ExtractionLimits,
): Promise<Map<string, Uint8Array>> => {
  const zip = await damagedWhere(() => fromBufferPromise(withoutTrailer(bytes)));
  const entries = await damagedWhere(() => readDirectory(zip, limits.maxZipEntries));
  const names = entries.map(({ fileName }) => fileName);
  if (!names.includes('[Content_Types].xml') || !names.some((name) => name.startsWith('word/')))
    throw unreadableFile('format_mismatch');
  if (
    entries.length > limits.maxZipEntries ||
    unpackedSize(entries) > limits.maxUnpackedBytes ||
    unpackedSize(entries.filter(isXml)) > limits.maxXmlBytes
  )
    throw unreadableFile('expands_too_much');

  const parts = new Map<string, Uint8Array>();
  for (const entry of entries.filter(isXml)) {
    const part = await damagedWhere(async () => buffer(await zip.openReadStreamPromise(entry)));
    parts.set(entry.fileName, part);
  }
  return parts;
};
