import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** A tar archive is a sequence of blocks: a header, then the content of its file, padded to a whole block. */
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

/**
 * Reads the folders and files of a tar archive that has no links and no long names, like the archive of a new
 * database.
 */
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
    else throw new TypeError(`The archive of a new database holds an unexpected entry: ${name}`);
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
};

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * The files of a new, empty database as a gzipped tar archive: the output of `initdb`, from the package that comes
 * with each version of PGlite. Running `initdb` costs five seconds of processor time and a gigabyte of memory, and
 * its output is always the same, to the byte. The files hold nothing specific to an installation: keys and the
 * identity of the log are created afterwards.
 */
export const newDatabaseArchive = async (): Promise<Blob> => {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs');
  return dataDir();
};

/** A gzip file ends with the size of its content: RFC 1952, section 2.3.1. */
const sizeOf = (packed: Buffer): number => packed.readUInt32LE(packed.length - Uint32Array.BYTES_PER_ELEMENT);

/**
 * Writes the files of a new, empty database to an existing folder. Synchronously: there are a thousand of them, and
 * promises would take five times as long. The archive is unpacked into one buffer, which is released immediately:
 * left to the garbage collector, its 60 MB would stay for as long as a quiet server allocates little.
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
