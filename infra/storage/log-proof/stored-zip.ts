import { crc32 } from 'node:zlib';

/** A file of a zip: its size and CRC-32 are known before its content is written. */
export type ZipFile = {
  readonly name: string;
  readonly size: number;
  readonly crc: number;
  readonly content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** 1 January 1980, the first day that a zip can name: the same content always makes the same zip. */
const DATE = 0x21;
const VERSION = 20;

const localHeader = ({ name, size, crc }: ZipFile): Buffer => {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
};

const centralHeader = (file: ZipFile, offset: number): Buffer => {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  localHeader(file).copy(header, 6, 4, 30);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(file.name)]);
};

/** A file of a zip from content in memory. */
export const zipFileOf = (name: string, content: Uint8Array): ZipFile => ({
  name,
  size: content.length,
  crc: crc32(content),
  content: () => [content],
});

/**
 * Writes files as a zip without compression (APPNOTE.TXT 6.3, sections 4.3.7 to 4.3.16), in exactly one way: a verifier
 * can write it again from its files, so that no altered byte goes unnoticed. Names are ASCII; the whole is smaller than
 * 4 GiB.
 */
export async function* writeStoredZip(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const header = localHeader(file);
    central.push(centralHeader(file, offset));
    yield header;
    yield* file.content();
    offset += header.length + file.size;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield directory;
  yield end;
}
