import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { type UnreadableReason, unreadableFile } from '../unreadable-file.ts';

/** Parts by name, unpacked. */
export type Parts = Map<string, Uint8Array>;

/** What is known of a container before it is opened. */
export type ContainerKind = {
  /** Whether parts of these names make a file of the kind. */
  readonly isKind: (names: readonly string[]) => boolean;
  /** Which parts hold text; XML by default. */
  readonly isText?: (name: string) => boolean;
  /** The refusal of one that cannot be opened. */
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
 * The parts of an Office file or an e-book that hold text, by name. The directory of the container is looked at before
 * anything is unpacked; an entry that turns out longer than its directory says is given up at that byte.
 *
 * @throws Failure as `kind` says where it is damaged, `format_mismatch` for another container, `expands_too_much`
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
