import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** A tar archive is a sequence of blocks: a header, then the content of its file, filled up to a whole block. */
const BLOCK = 512;
const NAME_END = 100;
const SIZE_AT = 124;
const SIZE_END = 136;
const TYPE_AT = 156;
const FOLDER = '5';
const FILES: readonly string[] = ['0', '\0'];

type ArchivedEntry = { readonly name: string; readonly content: Uint8Array | undefined };

const textOf = (header: Buffer, from: number, to: number): string =>
  header.subarray(from, to).toString('latin1').split('\0', 1)[0] ?? '';

/** The folders and files of a tar archive without links and long names, as the archive of a new database is. */
const entriesOf = function* (archive: Buffer): Generator<ArchivedEntry> {
  let at = 0;
  while (at + BLOCK <= archive.length) {
    const header = archive.subarray(at, at + BLOCK);
    at += BLOCK;
    const name = textOf(header, 0, NAME_END).replace(/^\/+/, '');
    // Blocks of zeros end an archive.
    if (name === '') return;
    const size = Number.parseInt(textOf(header, SIZE_AT, SIZE_END), 8);
    const type = String.fromCharCode(header[TYPE_AT] ?? 0);
    if (type === FOLDER) yield { name, content: undefined };
    else if (FILES.includes(type) && size >= 0 && !name.split('/').includes('..'))
      yield { name, content: archive.subarray(at, at + size) };
    else throw new TypeError(`The archive of a new database holds what it should not: ${name}`);
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
};

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * The files of a new, empty database, as a packed tar archive: those that `initdb` makes, from the package that comes with
 * each version of PGlite. `initdb` compiles and runs for five seconds of a processor, takes a gigabyte of memory, and
 * always makes the same, to the byte. Nothing in them belongs to one installation: keys and the identity of its log are
 * made afterwards.
 */
export const newDatabaseArchive = async (): Promise<Blob> => {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs');
  return dataDir();
};

/** A gzip file ends with the size of its content: RFC 1952, section 2.3.1. */
const sizeOf = (packed: Buffer): number => packed.readUInt32LE(packed.length - Uint32Array.BYTES_PER_ELEMENT);

/**
 * Puts the files of a new, empty database into a folder that is there: a thousand, which promises would take five times
 * as long for. The archive is unpacked into one piece of memory, which is given back at once: left to the collector, 60 MB
 * of it would stay for as long as a quiet server allocates little.
 */
export const unpackNewDatabase = async (folder: string): Promise<void> => {
  const packed = Buffer.from(await (await newDatabaseArchive()).arrayBuffer());
  const archive = await promisify(gunzip)(packed, { chunkSize: sizeOf(packed) + 1 });
  for (const { name, content } of entriesOf(archive)) {
    if (content === undefined) mkdirSync(join(folder, name), { recursive: true, mode: FOLDER_MODE });
    else writeFileSync(join(folder, name), content, { mode: FILE_MODE });
  }
  for (const { buffer } of [archive, packed]) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
};
