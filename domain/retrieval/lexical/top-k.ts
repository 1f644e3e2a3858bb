/** A passage slot with its score. */
export type ScoredSlot = { readonly slot: number; readonly score: number };

/**
 * Collects the slots with the highest scores without sorting or storing all of them: a heap of `limit` scores gives the
 * score to beat. Returns more than `limit` slots when several share the last score, so that the caller can break the
 * tie.
 */
export const createTopK = (limit: number) => {
  const heap = new Float64Array(limit);
  let held: ScoredSlot[] = [];
  let size = 0;

  const siftUp = (from: number): void => {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] ?? 0) <= (heap[at] ?? 0)) return;
      swap(heap, at, parent);
      at = parent;
    }
  };
  const siftDown = (): void => {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = at;
      if (left < size && (heap[left] ?? 0) < (heap[least] ?? 0)) least = left;
      if (right < size && (heap[right] ?? 0) < (heap[least] ?? 0)) least = right;
      if (least === at) return;
      swap(heap, at, least);
      at = least;
    }
  };

  return {
    /** Offers a slot. */
    offer: (slot: number, score: number): void => {
      if (size < limit) {
        heap[size] = score;
        size += 1;
        siftUp(size - 1);
      } else {
        if (score < (heap[0] ?? 0)) return;
        heap[0] = score;
        siftDown();
      }
      held.push({ slot, score });
      if (held.length > 8 * limit + 64) held = held.filter((one) => one.score >= (heap[0] ?? 0));
    },
    /** The best slots, in no particular order. */
    taken: (): readonly ScoredSlot[] =>
      size < limit ? held : held.filter((one) => one.score >= (heap[0] ?? 0)),
  };
};

const swap = (values: Float64Array, one: number, other: number): void => {
  const value = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = value;
};
