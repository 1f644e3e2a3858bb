import type { Position } from '../../domain/kernel/event.ts';

/**
 * The position up to which every event is done, while events finish in any order.
 *
 * `begin` positions in ascending order; `scanned` moves past events that need no handling.
 */
type Watermark = {
  readonly begin: (position: Position) => void;
  readonly finish: (position: Position) => void;
  readonly scanned: (position: Position) => void;
  readonly value: () => Position;
};

export const createWatermark = (from: Position): Watermark => {
  // Insertion order is position order, so the first entry is the oldest event under way.
  const underWay = new Set<Position>();
  let reached = from;
  return {
    begin: (position) => {
      underWay.add(position);
      reached = Math.max(reached, position);
    },
    finish: (position) => {
      underWay.delete(position);
    },
    scanned: (position) => {
      reached = Math.max(reached, position);
    },
    value: () => {
      for (const oldest of underWay) return oldest - 1;
      return reached;
    },
  };
};
