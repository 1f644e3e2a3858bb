import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { SqlSession, SqlValue } from '../../ports/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';

/** How a vector is kept in a column. `decode` turns the text that `encode` made into the column's value, in SQL. */
export type VectorColumn = {
  readonly type: (dimensions: number) => string;
  readonly encode: (vector: Float32Array) => string;
  readonly decode: (text: string) => string;
};

/** The SQL conditions of filters; each value becomes a parameter. Twin of `domain/retrieval/matches-filters.ts`. */
export const filterConditions = (filters: SearchFilters, parameter: (value: SqlValue) => string): string => {
  const conditions = [
    ...(filters.sourceType ? [`source_type = any(${parameter(filters.sourceType)}::text[])`] : []),
    ...(filters.specialty ? [`specialty && ${parameter(filters.specialty)}::text[]`] : []),
    ...(filters.docKey ? [`doc_key = any(${parameter(filters.docKey)}::text[])`] : []),
    ...(filters.agency ? [`agency = any(${parameter(filters.agency)}::text[])`] : []),
    ...(filters.stateCode ? [`state_code = any(${parameter(filters.stateCode)}::text[])`] : []),
    ...(filters.effectiveFrom ? [`effective_date >= ${parameter(filters.effectiveFrom)}::date`] : []),
    ...(filters.effectiveTo ? [`effective_date <= ${parameter(filters.effectiveTo)}::date`] : []),
  ];
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
};

/** Points in one statement: about 30 ms of computing where the database runs in this process. */
const BATCH = 50;

/** The writing half of a vector index that lives in a table of its generation's schema. */
export const vectorTable = (column: VectorColumn): Pick<VectorIndex, 'createGeneration' | 'putDocument'> => ({
  createGeneration: async (session: SqlSession, generation, dimensions) => {
    await session.query(`create table "${generation}".vectors (
      chunk_id       text not null collate "C" primary key,
      doc_key        text not null,
      source_type    text not null,
      specialty      text[] not null,
      agency         text,
      state_code     text,
      effective_date date,
      embedding      ${column.type(Math.trunc(dimensions))} not null
    )`);
    await session.query(`create index on "${generation}".vectors (doc_key)`);
  },

  putDocument: async (session, generation, docKey, points) => {
    await session.query(`delete from "${generation}".vectors where doc_key = $1`, [docKey]);
    for (let from = 0; from < points.length; from += BATCH) {
      const rows = points.slice(from, from + BATCH).map((point) => ({
        chunk_id: point.chunkId,
        source_type: point.sourceType,
        specialty: point.specialty,
        agency: point.agency ?? null,
        state_code: point.stateCode ?? null,
        effective_date: point.effectiveDate ?? null,
        embedding: column.encode(point.vector),
      }));
      await session.query(
        `insert into "${generation}".vectors
           (chunk_id, doc_key, source_type, specialty, agency, state_code, effective_date, embedding)
         select p.chunk_id, $1, p.source_type, array(select json_array_elements_text(p.specialty)),
                p.agency, p.state_code, p.effective_date, ${column.decode('p.embedding')}
           from json_to_recordset($2::json) as p (chunk_id text, source_type text, specialty json, agency text,
                state_code text, effective_date date, embedding text)`,
        [docKey, JSON.stringify(rows)],
      );
    }
  },
});
