import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists, writeOnce } from '../../installation/data-directory/small-files.ts';

/**
 * A folder or bucket of blobs, with small notes next to them that say which installation they belong to. A copy of
 * the whole place includes the notes.
 */
export type BlobPlace = {
  readonly kind: 'folder' | 'bucket';
  /** The place in a sentence: `the folder /data/blobs`. */
  readonly name: string;
  /** The name of a note in a message to operators. */
  readonly nameOf: (note: string) => string;
  readonly read: (note: string) => Promise<string | undefined>;
  /** Creates a note unless it exists; of several concurrent writers one wins. */
  readonly writeOnce: (note: string, text: string) => Promise<void>;
  readonly notes: () => Promise<readonly string[]>;
  readonly holdsBlobs: () => Promise<boolean>;
};

/** A folder of blobs, created on first use. */
export const blobFolder = (folder: string): BlobPlace => ({
  kind: 'folder',
  name: `the folder ${folder}`,
  nameOf: (note) => `the file ${join(folder, note)}`,
  read: (note) => readIfExists(join(folder, note)),
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
