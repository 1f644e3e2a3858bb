import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { EventFold, KeyedProjection } from '../../projections/keyed-projection.ts';
import { ERASING_EVENT, foldBatch, withErased } from '../../projections/runner/fold-batch.ts';
import { eraseRow, openRow, plainRow, sealRow, subjectOf } from '../../projections/sealing/sealing.ts';
import type { StreamEvent } from './recorded-history.ts';
import { createHistory } from './recorded-history.ts';

/** The subject whose rows the runner erases with an event. */
const subjectErasedBy = ({ type, data }: RecordedEvent): string | undefined =>
  type === ERASING_EVENT ? String(Reflect.get(Object(data), 'subject')) : undefined;

/**
 * The rows after a history, folded in the simplest way: one event after another, with nothing stored in between. The
 * runner must produce the same rows.
 */
export const foldProjection = <Row extends object>(
  projection: KeyedProjection<Row>,
  events: Iterable<RecordedEvent>,
  keep: (row: Row) => Row = (row) => row,
): ReadonlyMap<string, Row> => {
  const folds: Readonly<Record<string, EventFold<Row, never> | undefined>> = projection.folds;
  const rows = new Map<string, Row>();
  for (const event of events) {
    const fold = folds[event.type];
    // The history validates events against the schema of their type, which the fold of that type accepts.
    const typed = event as never;
    for (const key of fold?.keys(typed) ?? []) {
      const row = fold?.evolve(rows.get(key), typed, key);
      if (row) rows.set(key, keep(row));
      else rows.delete(key);
    }
    const erased = subjectErasedBy(event);
    if (erased === undefined) continue;
    for (const [key, row] of rows) rows.set(key, withErased(projection, row, erased));
  }
  return rows;
};

/** The rows after a history folded in batches like the runner, stored as JSON in between. */
export const foldInBatches = async <Row extends object>(
  projection: KeyedProjection<Row>,
  batches: readonly (readonly RecordedEvent[])[],
): Promise<ReadonlyMap<string, Row>> => {
  const stored = new Map<string, string>();
  const read = (text: string): Row => JSON.parse(text);
  for (const batch of batches) {
    const { changed, removed, erased } = await foldBatch(projection, batch, async (keys) =>
      keys.flatMap((key) => {
        const text = stored.get(key);
        return text === undefined ? [] : [read(text)];
      }),
    );
    for (const [key, text] of stored) {
      const after = erased.reduce((row, subject) => withErased(projection, row, subject), read(text));
      stored.set(key, JSON.stringify(after));
    }
    for (const row of changed) stored.set(String(row[projection.key]), JSON.stringify(row));
    for (const key of removed) stored.delete(key);
  }
  return new Map([...stored].map(([key, text]) => [key, read(text)]));
};

/** The stored rows of the runner, sealed, by key: folded in batches, stored as JSON in between. */
export const foldSealed = async <Row extends object>(
  projection: KeyedProjection<Row>,
  batches: readonly (readonly RecordedEvent[])[],
  sealer: RowSealer,
): Promise<ReadonlyMap<string, string>> => {
  const stored = new Map<string, string>();
  const { sealing } = projection;
  const parse = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text);
  const open = async (text: string): Promise<Row> => {
    const row = parse(text);
    const keys = await sealer.keysOf(sealing && row.sealed !== null ? [subjectOf(row)] : []);
    return (sealing ? openRow(sealing, keys, row) : row) as object as Row;
  };
  const seal = async (row: Row): Promise<string> => {
    const plain = plainRow(row);
    if (!sealing) return JSON.stringify(plain);
    return JSON.stringify(sealRow(sealing, await sealer.keysOf([subjectOf(plain)], 'make'), plain));
  };
  for (const batch of batches) {
    const { changed, removed, erased } = await foldBatch(projection, batch, async (keys) =>
      Promise.all(keys.flatMap((key) => stored.get(key) ?? []).map(open)),
    );
    for (const [key, text] of stored) {
      const row = parse(text);
      if (sealing && erased.includes(subjectOf(row)))
        stored.set(key, JSON.stringify({ ...eraseRow(sealing, row), sealed: null }));
    }
    for (const row of changed) stored.set(String(row[projection.key]), await seal(row));
    for (const key of removed) stored.delete(key);
  }
  return stored;
};

/** The rows after a sequence of events. */
export const rowsAfter = <Row extends object>(
  projection: KeyedProjection<Row>,
  ...sampled: readonly StreamEvent[]
): ReadonlyMap<string, Row> => {
  const history = createHistory();
  for (const event of sampled) history.record(event);
  return foldProjection(projection, history.events);
};
