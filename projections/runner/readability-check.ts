import type { Database } from '../../ports/database.ts';
import { jsonText } from './json-text.ts';
import { generationSchema, type ProjectionDefinition } from './projection-definition.ts';

/** A projection, and the tables that its readers need. */
export type ReadableProjection = Pick<ProjectionDefinition, 'name' | 'reads'>;

/** Checks whether this program's queries can read a generation, whichever version of the fold built it. */
type ReadabilityCheck = (projection: string, generation: number) => Promise<boolean>;

const missingColumnSql = `
  select 1 from json_to_recordset($2::json) as needed (relation text, attribute text, type text)
   where not exists (
     select 1 from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = needed.relation and a.attname = needed.attribute
        and a.atttypid = to_regtype(needed.type) and not a.attisdropped)
   limit 1`;

/**
 * Compares the tables of a generation with what its readers need. Tables do not change after they pass, so each
 * generation is checked once.
 */
export const createReadabilityCheck = (
  database: Database,
  projections: readonly ReadableProjection[],
): ReadabilityCheck => {
  const needs = new Map(
    projections.map(({ name, reads }) => [
      name,
      jsonText(
        reads.flatMap(({ table, columns }) =>
          columns.map(({ column, type }) => ({ relation: table, attribute: column, type })),
        ),
      ),
    ]),
  );
  const known = new Map<string, { readonly generation: number; readonly readable: boolean }>();

  return async (projection, generation) => {
    const before = known.get(projection);
    if (before?.generation === generation) return before.readable;
    const missing = await database.query(missingColumnSql, [
      generationSchema(projection, generation),
      needs.get(projection) ?? '[]',
    ]);
    const readable = missing.length === 0;
    known.set(projection, { generation, readable });
    return readable;
  };
};
