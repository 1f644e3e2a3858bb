import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeOnce } from '../../installation/data-directory/small-files.ts';

/**
 * Where blobs are, with small notes beside them that say whose they are: a folder, or a bucket. Notes go along when
 * the whole is copied.
 */
export type BlobPlace = {
  readonly kind: 'folder' | 'bucket';
  /** For sentences: `the folder /data/blobs`. */
  readonly name: string;
  /** What a note is called in sentences for operators. */
  readonly nameOf: (note: string) => string;
  readonly read: (note: string) => Promise<string | undefined>;
  /** Makes a note unless there is one; of several that try at once, one wins. */
  readonly writeOnce: (note: string, text: string) => Promise<void>;
  readonly notes: () => Promise<readonly string[]>;
  readonly holdsBlobs: () => Promise<boolean>;
};

/** A folder of blobs, which is made when it is first written to. */
export const blobFolder = (folder: string): BlobPlace => ({
  kind: 'folder',
  name: `the folder ${folder}`,
  nameOf: (note) => `the file ${join(folder, note)}`,
  read: (note) => readIfThere(join(folder, note)),
  writeOnce: async (note, text) => {
    await mkdir(folder, { recursive: true });
    await writeOnce(join(folder, note), text);
  },
  notes: async () => {
    await mkdir(folder, { recursive: true });
    return readdir(folder);
  },
  // Blobs are in folders of two hex digits.
  holdsBlobs: async () => {
    await mkdir(folder, { recursive: true });
    return (await readdir(folder)).some((name) => /^[0-9a-f]{2}$/.test(name));
  },
});
