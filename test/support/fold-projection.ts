import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventFold, KeyedProjection } from '../../projections/keyed-projection.ts';
import { foldBatch } from '../../projections/runner/fold-batch.ts';
import type { StreamEvent } from './recorded-history.ts';
import { createHistory } from './recorded-history.ts';

/**
 * The rows after a history, folded in the plainest way: one event after the other, nothing stored in between. What
 * the runner makes of the same history must equal this.
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
    // The history validates events against the schema of their type: it is what the fold of that type takes.
    const typed = event as never;
    for (const key of fold?.keys(typed) ?? []) {
      const row = fold?.evolve(rows.get(key), typed, key);
      if (row) rows.set(key, keep(row));
      else rows.delete(key);
    }
  }
  return rows;
};

/** The rows after a history that is folded batch by batch as the runner does, stored as JSON in between. */
export const foldInBatches = async <Row extends object>(
  projection: KeyedProjection<Row>,
  batches: readonly (readonly RecordedEvent[])[],
): Promise<ReadonlyMap<string, Row>> => {
  const stored = new Map<string, string>();
  const read = (text: string): Row => JSON.parse(text);
  for (const batch of batches) {
    const { changed, removed } = await foldBatch(projection, batch, async (keys) =>
      keys.flatMap((key) => {
        const text = stored.get(key);
        return text === undefined ? [] : [read(text)];
      }),
    );
    for (const row of changed) stored.set(String(row[projection.key]), JSON.stringify(row));
    for (const key of removed) stored.delete(key);
  }
  return new Map([...stored].map(([key, text]) => [key, read(text)]));
};

/** The rows after things happened one after the other. */
export const rowsAfter = <Row extends object>(
  projection: KeyedProjection<Row>,
  ...sampled: readonly StreamEvent[]
): ReadonlyMap<string, Row> => {
  const history = createHistory();
  for (const event of sampled) history.record(event);
  return foldProjection(projection, history.events);
};
