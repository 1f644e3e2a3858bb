import type { StoredEvent } from '../../../ports/event-store.ts';
import type { DecodedEvent } from '../event-serialization/decoded-event.ts';

type Decode = (rows: readonly StoredEvent[]) => Promise<readonly DecodedEvent[]>;

/**
 * Decodes each stored event when it is first read and returns the same result to later readers, for as long as the
 * stored event is kept. Decoding that failed as a whole, because the vault was unavailable, is retried. `forget` drops
 * all results, for when a key is destroyed.
 */
export const createDecodeOnce = (
  decode: Decode,
): { readonly decode: Decode; readonly forget: () => void } => {
  let known = new WeakMap<StoredEvent, DecodedEvent>();
  let underWay = new WeakMap<StoredEvent, Promise<unknown>>();

  const start = (rows: readonly StoredEvent[]): Promise<unknown> => {
    const [into, pending] = [known, underWay];
    const decoding = decode(rows)
      .then((decoded) => {
        for (const [index, row] of rows.entries()) {
          const one = decoded[index];
          if (one) into.set(row, one);
        }
      })
      .finally(() => {
        for (const row of rows) pending.delete(row);
      });
    for (const row of rows) pending.set(row, decoding);
    return decoding;
  };

  const decodeShared: Decode = async (rows) => {
    const [from, pending] = [known, underWay];
    const missing = rows.filter((row) => !from.has(row));
    if (missing.length > 0) {
      const waiting = new Set(missing.flatMap((row) => pending.get(row) ?? []));
      const untouched = missing.filter((row) => !pending.has(row));
      if (untouched.length > 0) waiting.add(start(untouched));
      await Promise.all(waiting);
    }
    return rows.flatMap((row) => from.get(row) ?? []);
  };

  return {
    decode: decodeShared,
    forget: () => {
      known = new WeakMap();
      underWay = new WeakMap();
    },
  };
};
