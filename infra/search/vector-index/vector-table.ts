import type { FilteredProperty } from '../../../domain/retrieval/filter-definitions.ts';
import { filteredProperties, kindOfFiltered } from '../../../domain/retrieval/filter-uses.ts';
import {
  type ActiveFilter,
  activeFilters,
  foldedFilterable,
  valuesOf,
} from '../../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import type { Database, SqlSession, SqlValue } from '../../../ports/database.ts';
import type { PutAhead, VectorIndex } from '../../../ports/vector-index.ts';
import { jsonText } from '../../../projections/runner/json-text.ts';

/**
 * The column that stores a vector. `decode` is the SQL expression that converts the text made by `encode`.
 */
type VectorColumn = {
  readonly type: (dimensions: number) => string;
  readonly encode: (vector: Float32Array) => string;
  readonly decode: (text: string) => string;
};

/** The SQL expression for a property in the column `metadata`. */
const columnOf = (property: FilteredProperty): string => {
  // This property has its own indexed column.
  if (property === 'docKey') return 'doc_key';
  switch (kindOfFiltered(property)) {
    case 'list':
      return `metadata->'${property}'`;
    case 'year':
      return `(metadata->>'${property}')::integer`;
    case 'day':
      // ISO dates sort by their bytes.
      return `metadata->>'${property}' collate "C"`;
    default:
      return `metadata->>'${property}'`;
  }
};

/** A JSON path that matches when the property, or an element of its list, equals one of the texts. */
const jsonPathOf = (property: FilteredProperty, wanted: readonly string[]): string =>
  // JSON string literals are valid in a JSON path; an empty list must match nothing.
  `$.${JSON.stringify(property)}[*] ? (${wanted.map((text) => `@ == ${JSON.stringify(text)}`).join(' || ') || '1 == 0'})`;

const conditionOf = (
  { definition: { property, match }, wanted }: ActiveFilter,
  parameter: (value: SqlValue) => string,
): string => {
  const column = columnOf(property);
  switch (match) {
    case 'oneOf':
      return property === 'docKey'
        ? `${column} = any(${parameter(wanted)}::text[])`
        : // One index over all metadata serves every property.
          `metadata @? ${parameter(jsonPathOf(property, [...valuesOf(wanted)].map(String)))}::jsonpath`;
    case 'contains':
      return `exists (select from unnest(${parameter(wanted)}::text[]) wanted where strpos(${column}, wanted) > 0)`;
    case 'from':
      return `${column} >= ${parameter(wanted)}`;
    case 'to':
      return `${column} <= ${parameter(wanted)}`;
  }
};

/**
 * Statements that create the indexes for filters on a large table: one over the metadata for text
 * comparisons, and one for each property compared by size. A title filter scans all rows. Run them in a
 * session outside any transaction.
 */
export const filterIndexes = (generation: string): readonly string[] => [
  `create index concurrently if not exists vectors_metadata on "${generation}".vectors using gin (metadata jsonb_path_ops)`,
  ...filteredProperties
    .filter((property) => ['year', 'day'].includes(kindOfFiltered(property)))
    .map(
      (property) =>
        `create index concurrently if not exists "vectors_${property}" on "${generation}".vectors ((${columnOf(property)}))`,
    ),
];

/**
 * Translates filters into SQL conditions on the column `metadata`, a point's `Filterable` with its case
 * folded; each value becomes a parameter. Twin of `domain/retrieval/matches-filters.ts`: an absent value
 * compares as null and does not pass.
 */
export const filterConditions = (filters: SearchFilters, parameter: (value: SqlValue) => string): string => {
  const conditions = activeFilters(filters).map((asked) => conditionOf(asked, parameter));
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
};

/** Points per statement: about 30 ms of CPU time in the embedded database. */
const BATCH = 50;

/**
 * All operations but `search` of a vector index in a table of its generation's schema, with which it is
 * dropped.
 */
export const vectorTable = (
  column: VectorColumn,
  database: Pick<Database, 'query'>,
): Omit<VectorIndex, 'search' | 'ahead'> & Pick<PutAhead, 'put'> => {
  const put: PutAhead['put'] = async (session, generation, docKey, points) => {
    for (let from = 0; from < points.length; from += BATCH) {
      const rows = points.slice(from, from + BATCH).map((point) => ({
        chunk_id: point.chunkId,
        metadata: foldedFilterable(point),
        embedding: column.encode(point.vector),
      }));
      await session.query(
        `insert into "${generation}".vectors
           (chunk_id, doc_key, metadata, embedding)
         select p.chunk_id, $1, p.metadata, ${column.decode('p.embedding')}
           from json_to_recordset($2::json) as p (chunk_id text, metadata jsonb, embedding text)
         on conflict (chunk_id) do nothing`,
        [docKey, jsonText(rows)],
      );
    }
    return true;
  };

  return {
    put,
    check: async () => {},
    holdsGeneration: async () => true,
    keepGenerations: async () => {},

    createGeneration: async (session: SqlSession, generation, dimensions) => {
      await session.query(`create table "${generation}".vectors (
      chunk_id  text not null collate "C" primary key,
      doc_key   text not null,
      -- Filterable properties, by name.
      metadata  jsonb not null,
      embedding ${column.type(Math.trunc(dimensions))} not null
    )`);
      await session.query(`create index on "${generation}".vectors (doc_key)`);
    },

    putDocument: async (session, generation, docKey, points) => {
      await session.query(`delete from "${generation}".vectors where doc_key = $1`, [docKey]);
      await put(session, generation, docKey, points);
    },

    count: async (generation) => {
      const [row] = await database.query(`select count(*)::integer as vectors from "${generation}".vectors`);
      return Number(row?.vectors);
    },
    countOf: async (generation, docKeys) => {
      const rows = await database.query(
        `select doc_key, count(*)::integer as vectors from "${generation}".vectors
        where doc_key = any($1::text[]) group by doc_key`,
        [docKeys],
      );
      return new Map(rows.map((row) => [String(row.doc_key), { held: Number(row.vectors) }]));
    },
  };
};
