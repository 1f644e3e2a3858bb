import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { createInMemoryVectorIndex } from '../../../../../infra/search/vector-index/in-memory-vector-index.ts';
import {
  createPgvectorIndex,
  enablePgvector,
} from '../../../../../infra/search/vector-index/pgvector-index.ts';
import { createVectorIndexByGeneration } from '../../../../../infra/search/vector-index/vector-index-by-generation.ts';
import type { VectorIndex, VectorPoint } from '../../../../../ports/vector-index.ts';
import { embedded, type TestDatabase } from '../../../../support/databases.ts';
import { givenVectorPoint } from '../../../../support/given-vector-point.ts';

const east = Float32Array.from([1, 0, 0, 0]);
const point = (chunkId: string): VectorPoint => givenVectorPoint(chunkId, east);

describe('a new vector index for an existing installation', () => {
  let opened: TestDatabase;
  let bytes: VectorIndex;
  let pgvector: VectorIndex;
  beforeEach(async () => {
    opened = await embedded.open();
    await enablePgvector(opened.database);
    bytes = createInMemoryVectorIndex(opened.database);
    pgvector = createPgvectorIndex(opened.database);
  });
  afterEach(() => opened.dispose());

  const unmeasured = { recent: async () => undefined };
  const make = async (index: VectorIndex, generation: string): Promise<void> => {
    await opened.database.query(`create schema ${generation}`);
    await index.createGeneration(opened.database, generation, 4);
  };
  const found = async (index: VectorIndex, generation: string) =>
    (await index.search(generation, { vector: east, limit: 10, filters: {} })).map(({ chunkId }) => chunkId);

  it('searches and updates the old generation until it is replaced, and requests its replacement', async () => {
    await make(bytes, 'search_g1');
    await bytes.putDocument(opened.database, 'search_g1', 'a', [point('a@1#0')]);

    const now = createVectorIndexByGeneration(
      opened.database,
      { home: 'pgvector', index: pgvector },
      [{ home: 'bytes', index: bytes }],
      { qualities: unmeasured },
    );
    expect(await now.holdsGeneration('search_g1')).toBe(false);
    expect(await found(now, 'search_g1')).toEqual(['a@1#0']);
    await now.putDocument(opened.database, 'search_g1', 'a', [point('a@2#0')]);
    expect(await found(now, 'search_g1')).toEqual(['a@2#0']);

    await make(now, 'search_g2');
    await now.putDocument(opened.database, 'search_g2', 'a', [point('a@2#0')]);
    expect(await now.holdsGeneration('search_g2')).toBe(true);
    expect(await found(pgvector, 'search_g2')).toEqual(['a@2#0']);
  });

  it('reports that unreachable vectors cannot be searched, and still accepts writes', async () => {
    // A generation in Qdrant as seen by the database: it has no table of vectors.
    await opened.database.query('create schema search_g1');
    const now = createVectorIndexByGeneration(opened.database, { home: 'bytes', index: bytes }, [], {
      qualities: unmeasured,
    });
    expect(await now.holdsGeneration('search_g1')).toBe(false);
    await now.putDocument(opened.database, 'search_g1', 'a', [point('a@1#0')]);
    await expect(found(now, 'search_g1')).rejects.toMatchObject({
      constructor: Failure,
      reason: { code: 'unavailable', component: 'vector-index' },
    });
  });

  it('keeps a generation in the database while the chosen index is down, and requests its replacement', async () => {
    const away = async (): Promise<never> => {
      throw new Failure(failure('unavailable', 'It is away.', { component: 'vector-index' }));
    };
    const outside: VectorIndex = {
      ...bytes,
      check: away,
      createGeneration: away,
      putDocument: away,
      search: away,
    };
    const inDatabase = { home: 'bytes', index: bytes } as const;
    const now = createVectorIndexByGeneration(
      opened.database,
      { home: 'qdrant', index: outside },
      [inDatabase],
      { qualities: unmeasured, inDatabase },
    );
    await expect(now.check()).rejects.toThrow('It is away.');
    await opened.database.query('create schema search_g1');
    await now.createInDatabase?.(opened.database, 'search_g1', 4);

    await now.check('search_g1');
    await now.putDocument(opened.database, 'search_g1', 'a', [point('a@1#0')]);
    expect(await found(now, 'search_g1')).toEqual(['a@1#0']);
    expect(await now.holdsGeneration('search_g1')).toBe(false);
  });

  it('notices a generation that was rebuilt in another place', async () => {
    await make(bytes, 'search_g1');
    const now = createVectorIndexByGeneration(
      opened.database,
      { home: 'pgvector', index: pgvector },
      [{ home: 'bytes', index: bytes }],
      { qualities: unmeasured },
    );
    expect(await now.holdsGeneration('search_g1')).toBe(false);
    await opened.database.query('drop schema search_g1 cascade');
    await make(now, 'search_g1');
    expect(await now.holdsGeneration('search_g1')).toBe(true);
  });
});
