import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const stateSchema = z.strictObject({
  /** The last ingested state of each source, by a hash of its address, because file names may contain PHI. */
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

/** The state that is kept between runs, so that not everything is sent again. */
export type WatchState = {
  readonly of: (source: string) => Taken | undefined;
  readonly take: (source: string, taken: Taken) => void;
  /** Saves the state if anything has changed. */
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
    // Everything is sent again; the server reports it as unchanged.
    return {};
  }
};

/**
 * Opens the state in a file. If it is lost or corrupt, everything is sent again: the server recognizes the same bytes
 * under the same key and does not create a version.
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
