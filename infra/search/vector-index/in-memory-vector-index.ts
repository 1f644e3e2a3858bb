import type { Database, SqlSession } from '../../../ports/database.ts';
import type { VectorIndex } from '../../../ports/vector-index.ts';
import { createInMemoryVectors, type InMemoryVectors } from './in-memory/in-memory-vectors.ts';
import { vectorTable } from './vector-table.ts';

/** Generations resident in memory: the live one and its successor. */
const RESIDENT_GENERATIONS = 2;

const hex = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex');

/**
 * Vectors as byte strings in a table, compared in the memory of this process: 1.5 kB for a passage of 384
 * dimensions. As exact as the pgvector index, without its extension, and much faster than it on the embedded
 * database. Each document carries a stamp of its last change, and a search first fetches newer documents.
 * Stamps are in order because only the holder of the projection's lease writes them.
 */
export const createInMemoryVectorIndex = (database: Database): VectorIndex => {
  const { put, ...table } = vectorTable(
    { type: () => 'bytea', encode: hex, decode: (text) => `decode(${text}, 'hex')` },
    database,
  );
  const residents = new Map<string, InMemoryVectors>();

  const residentOf = (generation: string): InMemoryVectors => {
    const resident = residents.get(generation) ?? createInMemoryVectors(database, generation);
    // Most recently used last.
    residents.delete(generation);
    residents.set(generation, resident);
    for (const oldest of residents.keys()) {
      if (residents.size <= RESIDENT_GENERATIONS) break;
      residents.delete(oldest);
    }
    return resident;
  };

  const stampDocument = async (session: SqlSession, generation: string, docKey: string): Promise<void> => {
    await session.query(
      `insert into "${generation}".vector_documents (doc_key) values ($1)
       on conflict (doc_key) do update set stamp = excluded.stamp`,
      [docKey],
    );
  };

  return {
    ...table,
    createGeneration: async (session, generation, dimensions) => {
      residents.delete(generation);
      await table.createGeneration(session, generation, dimensions);
      await session.query(`create sequence "${generation}".vector_stamps`);
      await session.query(`create table "${generation}".vector_documents (
        doc_key text   primary key,
        stamp   bigint not null unique default nextval('"${generation}".vector_stamps')
      )`);
    },
    putDocument: async (session, generation, docKey, points) => {
      await table.putDocument(session, generation, docKey, points);
      await stampDocument(session, generation, docKey);
    },
    // What has no new stamp is not read.
    ahead: {
      put,
      show: async (session, generation, docKey, chunkIds) => {
        await session.query(
          `delete from "${generation}".vectors where doc_key = $1 and not (chunk_id = any($2::text[]))`,
          [docKey, chunkIds],
        );
        await stampDocument(session, generation, docKey);
      },
    },
    search: async (generation, { vector, limit, filters, asOf }) =>
      limit < 1 ? [] : residentOf(generation).nearest({ vector, limit, filters }, asOf),
  };
};
