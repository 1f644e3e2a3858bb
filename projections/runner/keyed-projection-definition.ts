import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { DatabaseRow, SqlSession } from '../../ports/database.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { KeyedProjection } from '../keyed-projection.ts';
import { needsSealing, openRow, plainRow, sealRow, subjectOf } from '../sealing/sealing.ts';
import { ERASING_EVENT, foldBatch } from './fold-batch.ts';
import { jsonText } from './json-text.ts';
import type { ProjectionDefinition } from './projection-definition.ts';
import {
  createTableSql,
  erasureStatement,
  type TableShape,
  type TableStatements,
  tableStatements,
} from './table-shape.ts';

type KeyedProjectionServices = {
  /** Where the rows of a batch are read, outside the transaction that writes them. */
  readonly database: SqlSession;
  readonly sealer: RowSealer;
};

/** The rows of a batch to write, as stored. */
type ReadyBatch = {
  readonly events: readonly RecordedEvent[];
  readonly changed: readonly object[];
  readonly removed: readonly string[];
  readonly erased: readonly string[];
};

/**
 * Makes a keyed projection runnable, with one read and one write of its table per batch, whatever its size.
 *
 * A batch is folded before its transaction begins, because the keys of its rows are in the vault, which a transaction
 * must not wait for. No row changes in between: only the owner of the lease writes, and the transaction starts at the
 * checkpoint from which the rows were read.
 */
export const keyedProjectionDefinition = <Row extends object>(
  projection: KeyedProjection<Row>,
  shape: TableShape,
  { database, sealer }: KeyedProjectionServices,
): ProjectionDefinition => {
  const { sealing } = projection;
  const statements = new Map<string, TableStatements>();
  const statementsIn = (schema: string): TableStatements => {
    const known = statements.get(schema) ?? tableStatements(shape, schema);
    statements.set(schema, known);
    return known;
  };
  /** By schema: a verification folds in parallel with the live generation. */
  const ready = new Map<string, ReadyBatch>();

  // Only this fold writes the table, so its rows have the fold's type.
  const asRows = (rows: readonly object[]): readonly Row[] => rows as readonly Row[];

  const opened = async (rows: readonly DatabaseRow[]): Promise<readonly Row[]> => {
    if (!sealing) return asRows(rows);
    const keys = await sealer.keysOf(rows.filter(({ sealed }) => sealed !== null).map(subjectOf));
    return asRows(rows.map((row) => openRow(sealing, keys, row)));
  };

  const sealed = async (rows: readonly Row[]): Promise<readonly object[]> => {
    if (!sealing) return rows;
    const plain = rows.map(plainRow);
    const subjects = plain.filter((row) => needsSealing(sealing, row)).map(subjectOf);
    const keys = await sealer.keysOf(subjects, 'make');
    return plain.map((row) => sealRow(sealing, keys, row));
  };

  const foldOver = async (schema: string, events: readonly RecordedEvent[]): Promise<ReadyBatch> => {
    const { select } = statementsIn(schema);
    const { changed, removed, erased } = await foldBatch(projection, events, async (keys) =>
      opened(await database.query(select, [keys])),
    );
    return { events, changed: await sealed(changed), removed, erased };
  };

  return {
    name: projection.name,
    version: projection.version,
    ...omitUndefined({ sealedSince: sealing?.since }),
    reads: [shape],
    eventTypes: [...new Set([...Object.keys(projection.folds), ...(sealing ? [ERASING_EVENT] : [])])],
    create: async (session, schema) => {
      for (const statement of createTableSql(shape, schema)) await session.query(statement);
    },
    prepare: async (schema, events) => {
      ready.delete(schema);
      ready.set(schema, await foldOver(schema, events));
    },
    apply: async (session, schema, events) => {
      const batch = ready.get(schema);
      ready.delete(schema);
      if (batch?.events !== events) throw new Error(`A batch of ${projection.name} was not prepared.`);
      const { upsert, remove } = statementsIn(schema);
      const { changed, removed, erased } = batch;
      if (sealing && erased.length > 0) {
        const placeholders = { ...sealing.columns, ...sealing.derived, sealed: null };
        await session.query(erasureStatement(shape, schema, Object.keys(placeholders)), [
          erased,
          jsonText(placeholders),
        ]);
      }
      if (changed.length > 0) await session.query(upsert, [jsonText(changed)]);
      if (removed.length > 0) await session.query(remove, [removed]);
    },
  };
};
