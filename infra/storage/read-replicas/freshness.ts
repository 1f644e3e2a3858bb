import type { Position } from '../../../domain/kernel/event.ts';

/** Milliseconds between two notes of a read model, so that there is not one per request. */
const NOTE_EVERY_MS = 50;
/** The most notes per read model; they are spaced so that this many span the longest bound. */
const MOST_NOTES = 256;

/**
 * Remembers the position of each read model on the primary over time, to compute the position that a replica must
 * have reached to lag by at most `maxLag`. A generation counts as a separate read model. Without an old enough note,
 * a replica must have the current position.
 */
export const createLagTracker = (maxLag: number, now: () => number = () => performance.now()) => {
  const notes = new Map<string, { readonly at: number; readonly position: Position }[]>();
  return {
    /** Records a position of the primary; returns the position that a replica must have reached. */
    required: (readModel: string, position: Position): Position => {
      const time = now();
      const known = notes.get(readModel) ?? [];
      notes.set(readModel, known);
      const last = known.at(-1);
      if (last === undefined || time - last.at >= Math.max(NOTE_EVERY_MS, maxLag / MOST_NOTES))
        known.push({ at: time, position });
      // Keeps the newest note that is old enough, and those after it.
      while (known[1] !== undefined && time - known[1].at >= maxLag) known.shift();
      const oldest = known[0];
      return maxLag > 0 && oldest !== undefined && time - oldest.at >= maxLag
        ? Math.min(oldest.position, position)
        : position;
    },
  };
};
