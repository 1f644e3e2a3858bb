import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventFold, KeyedProjection } from '../keyed-projection.ts';

/** The rows of a batch after folding: those to write, and the keys of those to remove. */
type FoldedBatch<Row> = { readonly changed: readonly Row[]; readonly removed: readonly string[] };

/** Reads the rows of the given keys, in any order; keys without a row are left out. */
type LoadRows<Row> = (keys: readonly string[]) => Promise<readonly Row[]>;

type Touch<Row> = {
  readonly key: string;
  readonly startsRow: boolean;
  readonly evolve: (row: Row | undefined) => Row | undefined;
};

const touchesOf = <Row extends object>(
  projection: KeyedProjection<Row>,
  event: RecordedEvent,
): readonly Touch<Row>[] => {
  const folds: Readonly<Record<string, EventFold<Row, never> | undefined>> = projection.folds;
  const fold = folds[event.type];
  if (!fold) return [];
  // An event comes out of the log validated against the schema of its type: it is what the fold of that type takes.
  const typed = event as never;
  return fold.keys(typed).map((key) => ({
    key,
    startsRow: fold.startsRow ?? false,
    evolve: (row) => fold.evolve(row, typed, key),
  }));
};

/** Folds a batch of events over the rows they touch: loaded once, folded in memory, in log order. */
export const foldBatch = async <Row extends object>(
  projection: KeyedProjection<Row>,
  events: readonly RecordedEvent[],
  load: LoadRows<Row>,
): Promise<FoldedBatch<Row>> => {
  const touches = events.flatMap((event) => touchesOf(projection, event));
  const keys = new Set<string>();
  const known: string[] = [];
  for (const { key, startsRow } of touches) {
    if (!keys.has(key) && !startsRow) known.push(key);
    keys.add(key);
  }
  if (keys.size === 0) return { changed: [], removed: [] };

  const loaded = known.length > 0 ? await load(known) : [];
  const before = new Map(loaded.map((row) => [String(row[projection.key]), row]));
  const after = new Map<string, Row | undefined>(before);
  for (const { key, evolve } of touches) after.set(key, evolve(after.get(key)));

  const changed: Row[] = [];
  const removed: string[] = [];
  for (const key of keys) {
    const row = after.get(key);
    if (row === before.get(key)) continue;
    if (row) changed.push(row);
    else removed.push(key);
  }
  return { changed, removed };
};
