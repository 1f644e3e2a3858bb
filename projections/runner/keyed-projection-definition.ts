import type { DatabaseRow } from '../../ports/database.ts';
import type { KeyedProjection } from '../keyed-projection.ts';
import { foldBatch } from './fold-batch.ts';
import { jsonText } from './json-text.ts';
import type { ProjectionDefinition } from './projection-definition.ts';
import { createTableSql, type TableShape, type TableStatements, tableStatements } from './table-shape.ts';

/** Makes a keyed projection runnable: one read and one write of its table for each batch, whatever its size. */
export const keyedProjectionDefinition = <Row extends object>(
  projection: KeyedProjection<Row>,
  shape: TableShape,
): ProjectionDefinition => {
  const statements = new Map<string, TableStatements>();
  const statementsIn = (schema: string): TableStatements => {
    const known = statements.get(schema) ?? tableStatements(shape, schema);
    statements.set(schema, known);
    return known;
  };
  // The table belongs to this fold alone: what comes out of it is what the fold put in.
  const rowsOf = (rows: readonly DatabaseRow[]): readonly Row[] =>
    rows as readonly object[] as readonly Row[];

  return {
    name: projection.name,
    version: projection.version,
    reads: [shape],
    eventTypes: Object.keys(projection.folds),
    create: async (session, schema) => {
      for (const statement of createTableSql(shape, schema)) await session.query(statement);
    },
    apply: async (session, schema, events) => {
      const { select, upsert, remove } = statementsIn(schema);
      const { changed, removed } = await foldBatch(projection, events, async (keys) =>
        rowsOf(await session.query(select, [keys])),
      );
      if (changed.length > 0) await session.query(upsert, [jsonText(changed)]);
      if (removed.length > 0) await session.query(remove, [removed]);
    },
  };
};
