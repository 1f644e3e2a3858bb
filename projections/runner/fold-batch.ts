import type { AnyEvent } from '../../domain/all-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventFold, KeyedProjection, RecordedOf } from '../keyed-projection.ts';
import { eraseRow, plainRow } from '../sealing/sealing.ts';

/** The rows of a batch after folding, opened: those to write, and the keys of those to remove. */
type FoldedBatch<Row> = {
  readonly changed: readonly Row[];
  readonly removed: readonly string[];
  /**
   * Subjects whose rows are erased before anything is written, including rows that the batch does not touch
   * otherwise.
   */
  readonly erased: readonly string[];
};

/** Reads the rows of the given keys, opened, in any order; keys without a row are left out. */
type LoadRows<Row> = (keys: readonly string[]) => Promise<readonly Row[]>;

type Touch<Row> = {
  readonly key: string;
  readonly startsRow: boolean;
  readonly evolve: (row: Row | undefined) => Row | undefined;
};

/** The effect of an event on the rows of a batch. */
type Step<Row> = { readonly touches: readonly Touch<Row>[]; readonly erased?: string };

/** The event that erases a subject's rows in every read model that seals them. */
export const ERASING_EVENT = 'SubjectErased' satisfies AnyEvent['type'];

const isErasure = (event: RecordedEvent): event is RecordedOf<typeof ERASING_EVENT> =>
  event.type === ERASING_EVENT;

const stepOf = <Row extends object>(projection: KeyedProjection<Row>, event: RecordedEvent): Step<Row> => {
  const folds: Readonly<Record<string, EventFold<Row, never> | undefined>> = projection.folds;
  const fold = folds[event.type];
  // The log validates each event against the schema of its type, so it fits the fold of that type.
  const typed = event as never;
  const touches = (fold?.keys(typed) ?? []).map(
    (key): Touch<Row> => ({
      key,
      startsRow: fold?.startsRow ?? false,
      evolve: (row) => fold?.evolve(row, typed, key),
    }),
  );
  return projection.sealing && isErasure(event) ? { touches, erased: event.data.subject } : { touches };
};

/** The row after the erasure of a subject; unchanged when it is about another subject. */
export const withErased = <Row extends object>(
  { sealing }: Pick<KeyedProjection<Row>, 'sealing'>,
  row: Row,
  subject: string,
): Row => {
  const plain = plainRow(row);
  if (!sealing || plain.subject !== subject) return row;
  // The same columns, with values typed by the sealing's declaration.
  return eraseRow(sealing, plain) as object as Row;
};

/** Folds a batch of events over the rows they touch: loaded once, folded in memory, in log order. */
export const foldBatch = async <Row extends object>(
  projection: KeyedProjection<Row>,
  events: readonly RecordedEvent[],
  load: LoadRows<Row>,
): Promise<FoldedBatch<Row>> => {
  const steps = events.map((event) => stepOf(projection, event));
  const erased = steps.flatMap((step) => step.erased ?? []);
  const keys = new Set<string>();
  const known: string[] = [];
  for (const { key, startsRow } of steps.flatMap(({ touches }) => touches)) {
    if (!keys.has(key) && !startsRow) known.push(key);
    keys.add(key);
  }
  if (keys.size === 0) return { changed: [], removed: [], erased };

  const loaded = known.length > 0 ? await load(known) : [];
  const before = new Map(loaded.map((row) => [String(row[projection.key]), row]));
  const after = new Map<string, Row | undefined>(before);
  for (const { touches, erased: subject } of steps) {
    for (const { key, evolve } of touches) after.set(key, evolve(after.get(key)));
    if (subject === undefined) continue;
    for (const [key, row] of after) if (row) after.set(key, withErased(projection, row, subject));
  }

  const changed: Row[] = [];
  const removed: string[] = [];
  for (const key of keys) {
    const row = after.get(key);
    if (row === before.get(key)) continue;
    if (row) changed.push(row);
    else removed.push(key);
  }
  return { changed, removed, erased };
};
