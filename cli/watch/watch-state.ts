import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const stateSchema = z.strictObject({
  /** What was taken in last, by a hash of where it came from: names of files may hold PHI. */
  taken: z.record(
    z.string().max(64),
    z.strictObject({
      /** Changes when the file changes. */
      stamp: z.string().max(200),
      etag: z.string().max(500).optional(),
      lastModified: z.string().max(500).optional(),
    }),
  ),
});
type Taken = z.output<typeof stateSchema>['taken'][string];

/** What is remembered between two starts, so that not everything is sent again. */
export type WatchState = {
  readonly of: (source: string) => Taken | undefined;
  readonly take: (source: string, taken: Taken) => void;
  /** Writes it down, where anything has changed. */
  readonly save: () => Promise<void>;
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A short fingerprint of the parts. */
export const stampOf = (...parts: readonly unknown[]): string => hashOf(JSON.stringify(parts));

const read = async (path: string): Promise<Record<string, Taken>> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return stateSchema.parse(JSON.parse(text)).taken;
  } catch {
    // All is sent once more, and the server says that it has it.
    return {};
  }
};

/**
 * Opens the state kept in a file. When it is lost or broken, everything is sent once more: the server recognizes the same
 * bytes under the same key, and makes no version of them.
 */
export const openWatchState = async (path: string): Promise<WatchState> => {
  const taken = new Map(Object.entries(await read(path)));
  let changed = false;
  return {
    of: (source) => taken.get(hashOf(source)),
    take: (source, what) => {
      taken.set(hashOf(source), what);
      changed = true;
    },
    save: async () => {
      if (!changed) return;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.new`;
      await writeFile(draft, JSON.stringify({ taken: Object.fromEntries(taken) }), { mode: 0o600 });
      await rename(draft, path);
      changed = false;
    },
  };
};
