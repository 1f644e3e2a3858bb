import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexingCompleted } from '../../../domain/indexing/indexing-events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import type { Chunk } from '../../../domain/knowledge/chunk.ts';
import { documentVersionAdded } from '../../../domain/knowledge/document-events.ts';
import { encodeEmbeddings } from '../../../domain/knowledge/embedding-blob.ts';
import { encodeChunks } from '../../../domain/knowledge/published-chunks.ts';
import { documentSubject } from '../../../domain/privacy/data-subject.ts';
import { createInMemoryVectorIndex } from '../../../infra/search/vector-index/in-memory-vector-index.ts';
import { createRowSealer } from '../../../infra/storage/key-vault/row-sealer.ts';
import type { SqlSession } from '../../../ports/database.ts';
import { livePassages } from '../../../projections/search/live-passages.ts';
import { createSearchProjection } from '../../../projections/search/search-projection.ts';
import { embedded } from '../../support/databases.ts';
import { metadata } from '../../support/events.ts';
import { createInMemoryEventStore } from '../../support/in-memory-event-store.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';

const DOC_KEY = 'guideline-large';
const CHUNKS = 330;
/** Rows that one transaction may write. */
const AT_MOST = 100;
const jobIdOf = (version: number): string => `00000000-0000-4000-8000-00000000000${version}`;
const model = { name: 'test', dimensions: 4 };

const chunkAt = (index: number, version: number): Chunk => ({
  index,
  text: `Version ${version}, step ${index}: give oxygen.`,
  sectionPath: [],
  contentType: 'general',
  isTable: false,
  firstPage: 1,
  lastPage: 1,
  tokens: 8,
  start: index * 40,
  end: index * 40 + 40,
});

const openLargeDocument = async () => {
  const opened = await embedded.open();
  const { database } = opened;
  const eventStore = createInMemoryEventStore();
  const contents = new Map<string, Uint8Array>();
  const vectors = createInMemoryVectorIndex(database);
  const definition = createSearchProjection({
    blobs: {
      get: async (sha256: string) => contents.get(sha256) ?? new Uint8Array(),
      stage: unused,
      putBytes: unused,
      read: unused,
      has: unused,
      keyFor: unused,
      requireReadable: unused,
    },
    eventStore,
    sealer: createRowSealer(createInMemoryKeyVault()),
    vectors,
    generations: { list: async () => [] },
    readGenerationModels: unused,
    modelInUse: async () => model,
    modelOf: async () => model,
  });

  /** What the log says of a version; the answer is the event that publishes it. */
  const complete = async (version: number, chunks = CHUNKS): Promise<RecordedEvent> => {
    const subject = documentSubject(DOC_KEY);
    const all = Array.from({ length: chunks }, (_, index) => chunkAt(index, version));
    contents.set(`chunks${version}`, Buffer.concat([...encodeChunks(all)]));
    contents.set(
      `vectors${version}`,
      encodeEmbeddings(all.map(({ index }) => Float32Array.of(1, index, version, 0))),
    );
    const append = async (streamId: ReturnType<typeof streamIdOf>, type: string, data: object) =>
      eventStore.append(
        streamId,
        [{ id: `${streamId}/${type}/${version}`, type, data, metadata: metadata({ subject }) }],
        'any',
      );
    await append(streamIdOf('document', DOC_KEY), documentVersionAdded.type, {
      docKey: DOC_KEY,
      version,
      jobId: jobIdOf(version),
      contentHash: 'a'.repeat(64),
      size: 1,
      format: 'text',
      fileName: 'large.txt',
      metadata: { sourceType: 'guideline' },
    });
    await append(streamIdOf('indexing', jobIdOf(version)), indexingCompleted.type, {
      jobId: jobIdOf(version),
      docKey: DOC_KEY,
      version,
      title: 'Oxygen',
      pages: 1,
      chunkCount: chunks,
      phiScreen: { rules: 'test', passages: chunks, passagesWithPhi: 0, kinds: [] },
      chunksBlob: `chunks${version}`,
      embeddingsBlob: `vectors${version}`,
      model: model.name,
      dimensions: model.dimensions,
    });
    const event = eventStore.events.at(-1);
    if (!event) throw new Error('Nothing was appended.');
    return event;
  };

  const create = async (schema: string): Promise<void> => {
    await database.execute(`create schema "${schema}"`);
    await database.transaction((session) => definition.create(session, schema));
  };
  const rowsOf = async (schema: string) => {
    const rows: Record<string, unknown> = {};
    for (const [table, order] of [
      ['documents', 'doc_key'],
      ['passages', 'chunk_id'],
      ['vectors', 'chunk_id'],
    ])
      rows[String(table)] = await database.query(`select * from "${schema}".${table} order by ${order}`);
    return rows;
  };
  return { ...opened, database, definition, complete, create, rowsOf };
};

const unused = (): never => {
  throw new Error('This test does not need it.');
};

describe('publishing a large document', () => {
  let large: Awaited<ReturnType<typeof openLargeDocument>>;
  beforeEach(async () => {
    large = await openLargeDocument();
  });
  afterEach(() => large.dispose());

  /** A transaction, with the rows that it changed. */
  const transact = async (work: (session: SqlSession) => Promise<void>): Promise<number> => {
    let changed = 0;
    await large.database.transaction(async (session) => {
      const counting = async (text: string, values: Parameters<SqlSession['query']>[1] = []) => {
        const changes = /^\s*(insert|update|delete)/.test(text);
        const rows = await session.query(
          changes
            ? `with changed as (${text} returning 1) select count(*)::integer as changed from changed`
            : text,
          values,
        );
        if (changes) changed += Number(rows[0]?.changed);
        return changes ? [] : rows;
      };
      await work({ query: counting });
    });
    return changed;
  };
  const whatIsSeen = async () => {
    const live = await large.database.query(
      `select version, count(*)::integer as passages from ${livePassages('s')} group by version`,
    );
    const heads = await large.database.query(
      `select version from s.passages where index = 0 order by version`,
    );
    return { live, heads: heads.map(({ version }) => version) };
  };
  /** Publishes as a projection is kept current; with `stopBefore` it is killed before that step. */
  const publish = async (
    schema: string,
    event: RecordedEvent,
    {
      stopBefore = Number.POSITIVE_INFINITY,
      onStep = async () => {},
    }: { stopBefore?: number; onStep?: () => Promise<void> } = {},
  ): Promise<readonly number[]> => {
    const sizes: number[] = [];
    const { definition } = large;
    await definition.prepare?.(schema, [event]);
    await definition.applyAhead?.(schema, [event], async (work) => {
      if (sizes.length === stopBefore) throw new Error('killed');
      sizes.push(await transact(work));
      await onStep();
    });
    sizes.push(await transact((session) => definition.apply(session, schema, [event], event.position)));
    return sizes;
  };

  it('writes no more than a page of rows in a transaction, and nothing of it is seen before the last', async () => {
    await large.create('s');
    const first = await large.complete(1);
    const seen: unknown[] = [];
    const onStep = async (): Promise<void> => {
      seen.push(await whatIsSeen());
    };
    const sizes = await publish('s', first, { onStep });
    expect(sizes.length).toBeGreaterThan(6);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(AT_MOST);
    for (const one of seen) expect(one).toEqual({ live: [], heads: [] });
    expect(await whatIsSeen()).toEqual({ live: [{ version: 1, passages: CHUNKS }], heads: [1] });

    seen.length = 0;
    await publish('s', await large.complete(2), { onStep });
    for (const one of seen) expect(one).toEqual({ live: [{ version: 1, passages: CHUNKS }], heads: [1] });
    expect(await whatIsSeen()).toEqual({ live: [{ version: 2, passages: CHUNKS }], heads: [1, 2] });
  });

  it('makes the rows that one transaction would, wherever it was killed before', async () => {
    await large.create('s');
    await large.create('t');
    const events = [await large.complete(1), await large.complete(2), await large.complete(3, 2)];
    for (const event of events) {
      await large.definition.prepare?.('t', [event]);
      await transact((session) => large.definition.apply(session, 't', [event], event.position));
      for (const stopBefore of [0, 1, 4, 7])
        await publish('s', event, { stopBefore }).catch((error: Error) =>
          expect(error.message).toBe('killed'),
        );
      await publish('s', event);
      expect(await large.rowsOf('s')).toEqual(await large.rowsOf('t'));
    }
  });
});
