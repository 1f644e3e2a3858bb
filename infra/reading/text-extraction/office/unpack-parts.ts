import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { type UnreadableReason, unreadableFile } from '../unreadable-file.ts';

/** Unpacked parts by name. */
export type Parts = Map<string, Uint8Array>;

/** The expectations for a container. */
export type ContainerKind = {
  /** Returns true when these part names make a file of the kind. */
  readonly isKind: (names: readonly string[]) => boolean;
  /** Returns true for a text part; by default XML. */
  readonly isText?: (name: string) => boolean;
  /** The reason to refuse a container that cannot be opened. */
  readonly damaged: UnreadableReason;
};

const isXml = (name: string): boolean => /\.(?:xml|rels)$/i.test(name);

const unpackedSize = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);

const orDamaged =
  (reason: UnreadableReason) =>
  async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (cause) {
      throw unreadableFile(reason, {}, { cause });
    }
  };

/** The signature of the record that ends a zip container (APPNOTE.TXT, 4.3.16), and the length of its fixed part. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const END_LENGTH = 22;

/** Removes what a transport has appended to the container: line ends, or the rest of a form. */
const withoutTrailer = (bytes: Uint8Array): Buffer => {
  const container = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = container.lastIndexOf(END_SIGNATURE);
  if (end < 0 || end + END_LENGTH > container.length) return container;
  return container.subarray(0, end + END_LENGTH + container.readUInt16LE(end + 20));
};

/** Reads the directory, at most one entry past the limit. */
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

/** Unpacks one binary part, such as a picture; `undefined` if it is missing or cannot be unpacked. */
export const unpackPart = async (bytes: Uint8Array, name: string): Promise<Uint8Array | undefined> => {
  try {
    const zip = await fromBufferPromise(withoutTrailer(bytes));
    for await (const entry of zip.eachEntry())
      if (entry.fileName === name)
        return entry.uncompressedSize > MAX_PICTURE
          ? undefined
          : await buffer(await zip.openReadStreamPromise(entry));
  } catch {
    // A picture that cannot be unpacked is not a figure; the text is still read.
  }
  return undefined;
};

/**
 * Unpacks the text parts of an Office file or an e-book, by name. The directory is checked before anything is
 * unpacked; an entry longer than its declared size is abandoned at that byte.
 *
 * @throws Failure `kind.damaged`, `format_mismatch` for another container, `expands_too_much`
 */
export const unpackParts = async (
  bytes: Uint8Array,
  limits: ExtractionLimits,
  { isKind, isText = isXml, damaged }: ContainerKind,
): Promise<Parts> => {
  const damagedWhere = orDamaged(damaged);
  const zip = await damagedWhere(() => fromBufferPromise(withoutTrailer(bytes)));
  const entries = await damagedWhere(() => readDirectory(zip, limits.maxZipEntries));
  if (!isKind(entries.map(({ fileName }) => fileName))) throw unreadableFile('format_mismatch');
  const texts = entries.filter(({ fileName }) => isText(fileName));
  if (
    entries.length > limits.maxZipEntries ||
    unpackedSize(entries) > limits.maxUnpackedBytes ||
    unpackedSize(texts) > limits.maxXmlBytes
  )
    throw unreadableFile('expands_too_much');

  const parts: Parts = new Map();
  for (const entry of texts) {
    const part = await damagedWhere(async () => buffer(await zip.openReadStreamPromise(entry)));
    parts.set(entry.fileName, part);
  }
  return parts;
};
