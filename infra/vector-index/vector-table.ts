import { foldedFilterable, foldedFilters } from '../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { SqlSession, SqlValue } from '../../ports/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { jsonText } from '../../projections/runner/json-text.ts';

/** How a vector is kept in a column. `decode` turns the text that `encode` made into the column's value, in SQL. */
export type VectorColumn = {
  readonly type: (dimensions: number) => string;
  readonly encode: (vector: Float32Array) => string;
  readonly decode: (text: string) => string;
};

/**
 * The SQL conditions of filters over the column `metadata`, a point's `Filterable` with its case folded; each value becomes a
 * parameter. Twin of `domain/retrieval/matches-filters.ts`: what is absent compares to null and does not pass.
 */
export const filterConditions = (asked: SearchFilters, parameter: (value: SqlValue) => string): string => {
  const filters = foldedFilters(asked);
  const oneOf = (property: string, wanted: readonly string[] | undefined): readonly string[] =>
    wanted === undefined ? [] : [`metadata->>'${property}' = any(${parameter(wanted)}::text[])`];
  const sharing = (property: string, wanted: readonly string[] | undefined): readonly string[] =>
    wanted === undefined ? [] : [`metadata->'${property}' ?| ${parameter(wanted)}::text[]`];
  const year = `(metadata->>'publicationYear')::integer`;
  // ISO dates are in the order of their bytes.
  const day = `metadata->>'effectiveDate' collate "C"`;
  const conditions = [
    ...(filters.docKey ? [`doc_key = any(${parameter(filters.docKey)}::text[])`] : []),
    ...(filters.title
      ? [
          `exists (select from unnest(${parameter(filters.title)}::text[]) wanted where strpos(metadata->>'title', wanted) > 0)`,
        ]
      : []),
    ...oneOf('sourceType', filters.sourceType),
    ...oneOf('agency', filters.agency),
    ...oneOf('stateCode', filters.stateCode),
    ...oneOf('organization', filters.organization),
    ...oneOf('publisher', filters.publisher),
    ...oneOf('doi', filters.doi),
    ...oneOf('pmid', filters.pmid),
    ...oneOf('protocolNumber', filters.protocolNumber),
    ...sharing('specialty', filters.specialty),
    ...sharing('authors', filters.authors),
    ...sharing('drugs', filters.drug),
    ...(filters.publishedFrom === undefined ? [] : [`${year} >= ${parameter(filters.publishedFrom)}`]),
    ...(filters.publishedTo === undefined ? [] : [`${year} <= ${parameter(filters.publishedTo)}`]),
    ...(filters.effectiveFrom === undefined ? [] : [`${day} >= ${parameter(filters.effectiveFrom)}`]),
    ...(filters.effectiveTo === undefined ? [] : [`${day} <= ${parameter(filters.effectiveTo)}`]),
  ];
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
};

/** Points in one statement: about 30 ms of computing where the database runs in this process. */
const BATCH = 50;

/** All but the searching of a vector index that lives in a table of its generation's schema, and goes with that. */
export const vectorTable = (column: VectorColumn): Omit<VectorIndex, 'search'> => ({
  check: async () => {},
  holdsGeneration: async () => true,
  keepGenerations: async () => {},

  createGeneration: async (session: SqlSession, generation, dimensions) => {
    await session.query(`create table "${generation}".vectors (
      chunk_id  text not null collate "C" primary key,
      doc_key   text not null,
      -- What the filters look at, under the names of the properties.
      metadata  jsonb not null,
      embedding ${column.type(Math.trunc(dimensions))} not null
    )`);
    await session.query(`create index on "${generation}".vectors (doc_key)`);
  },

  putDocument: async (session, generation, docKey, points) => {
    await session.query(`delete from "${generation}".vectors where doc_key = $1`, [docKey]);
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
           from json_to_recordset($2::json) as p (chunk_id text, metadata jsonb, embedding text)`,
        [docKey, jsonText(rows)],
      );
    }
  },
});
