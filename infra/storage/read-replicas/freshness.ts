import type { Position } from '../../../domain/kernel/event.ts';

/** Milliseconds between two notes of one read model: a bound must not cost a note a request. */
const NOTE_EVERY_MS = 50;
/** As many as the longest bound needs, thinned out; older ones say nothing that the next does not. */
const MOST_NOTES = 256;

/**
 * Remembers how far each read model was on the primary, and when: what a replica must have reached to be no older than a
 * bound. A generation is its own read model. Without a note that is old enough it must have all there is.
 */
export const createFreshness = (maxLag: number, now: () => number = () => performance.now()) => {
  const notes = new Map<string, { readonly at: number; readonly position: Position }[]>();
  return {
    /** Notes a position of the primary; answers the one that a replica must have. */
    required: (readModel: string, position: Position): Position => {
      const time = now();
      const known = notes.get(readModel) ?? [];
      notes.set(readModel, known);
      const last = known.at(-1);
      if (last === undefined || time - last.at >= Math.max(NOTE_EVERY_MS, maxLag / MOST_NOTES))
        known.push({ at: time, position });
      // Only the newest that is old enough is asked for, and those after it later on.
      while (known[1] !== undefined && time - known[1].at >= maxLag) known.shift();
      const oldest = known[0];
      return maxLag > 0 && oldest !== undefined && time - oldest.at >= maxLag
        ? Math.min(oldest.position, position)
        : position;
    },
  };
};
