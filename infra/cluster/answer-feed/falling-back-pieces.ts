import type { DraftPieces, StoredPiece } from './draft-pieces.ts';

/** Milliseconds in which a reader that hears nothing of the second place looks there all the same: a writer may have gone there. */
const SECOND_LOOK_MS = 1000;

/**
 * Stores drafts in one place, and in a second where that fails. Readers look into the second as well: each time while the
 * first fails here, else now and then, since it may fail for the writer alone.
 */
export const fallingBackPieces = (
  first: DraftPieces,
  second: DraftPieces,
  now: () => number = () => performance.now(),
): DraftPieces => {
  let failed = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const trying = async <T>(work: () => Promise<T>): Promise<{ readonly result: T } | undefined> => {
    try {
      const result = await work();
      failed = false;
      return { result };
    } catch {
      failed = true;
      return undefined;
    }
  };
  return {
    store: async (pieces) => {
      if (!(await trying(() => first.store(pieces)))) await second.store(pieces);
    },
    read: async (known) => {
      const found: StoredPiece[] = [...((await trying(() => first.read(known)))?.result ?? [])];
      if (failed || now() - lookedAt >= SECOND_LOOK_MS) {
        lookedAt = now();
        found.push(...(await second.read(known)));
      }
      return found.sort((one, other) => one.position - other.position || one.from - other.from);
    },
    remove: async (done) => {
      await trying(() => first.remove(done));
      // Some of it may have been left there while the first failed.
      await second.remove(done);
    },
    sweep: () => second.sweep(),
    pause: () => (failed ? second : first).pause(),
    hear: (onNews) => first.hear(onNews),
  };
};
