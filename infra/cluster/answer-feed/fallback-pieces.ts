import type { DraftPieces, StoredPiece } from './draft-pieces.ts';

/**
 * Interval in milliseconds at which readers poll the second place while the first one works, because a writer may have
 * fallen back to it.
 */
const SECOND_LOOK_MS = 1000;

/**
 * Stores drafts in one place, or in a second one if that fails. Readers also read the second: on every call while the
 * first fails here, otherwise now and then, because it may fail for the writer alone.
 */
export const fallbackPieces = (
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
      // Some pieces may have been stored there while the first failed.
      await second.remove(done);
    },
    sweep: () => second.sweep(),
    pause: () => (failed ? second : first).pause(),
    hear: (onNews) => first.hear(onNews),
  };
};
