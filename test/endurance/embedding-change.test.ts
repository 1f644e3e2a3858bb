import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalEmbedder } from '../../infra/models/embedding/local-embedder.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { until } from '../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';
import { openServerMemory, type ServerMemory } from '../support/server-memory.ts';

const local = createLocalEmbedder();
const builtin = local.model.name;

/** Folds a vector of the built-in embedder to half its length: different vectors of another length, equally stable. */
const halved = (vector: Float32Array): Float32Array => {
  const half = Float32Array.from(
    { length: vector.length / 2 },
    (_, index) => (vector[2 * index] ?? 0) - (vector[2 * index + 1] ?? 0),
  );
  const length = Math.hypot(...half) || 1;
  return half.map((value) => value / length);
};

/** A second model that counts its texts, and can be made to fail or wait. */
const otherModel = (over: Partial<Embedder['model']> = {}) => {
  const state = {
    passages: [] as string[],
    questions: 0,
    isDown: false,
    /** Whether questions cannot be embedded. */
    isDeaf: false,
    gate: undefined as Promise<void> | undefined,
    /** Text of the passages to be held. */
    held: '',
  };
  const embedder: Embedder = {
    model: { ...local.model, name: 'half-192', dimensions: local.model.dimensions / 2, ...over },
    embedPassages: async (texts, options) => {
      if (state.gate && texts.some((text) => text.includes(state.held))) {
        await Promise.race([
          state.gate,
          new Promise((_, reject) =>
            options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
          ),
        ]);
      }
      if (state.isDown) throw new Error('The second model is down.');
      state.passages.push(...texts);
      const { vectors } = await local.embedPassages(texts, options);
      return { vectors: vectors.map(halved), tokens: 0, costUsd: 0 };
    },
    embedQuery: async (text) => {
      state.questions += 1;
      if (state.isDeaf) throw new Error('The second model embeds no questions.');
      return halved(await local.embedQuery(text));
    },
  };
  return { embedder, state };
};

const documents = ['tick', 'bee', 'snake', 'spider', 'jellyfish'];
const textOf = (name: string) =>
  `Treatment of a ${name} injury: clean the ${name} wound and watch the patient.`;

describe('changing the embedding model', () => {
  let dataDir: string;
  let memory: ServerMemory;
  let server: InProcess;
  /** Each test changes to a model without any embeddings; one of them is in the cloud. */
  const unused = Array.from({ length: 20 }, (_, index) => otherModel({ name: `half-${index}` }));
  const cloud = otherModel({ name: 'half-in-the-cloud', leavesThePremises: true });
  let second: ReturnType<typeof otherModel>;
  let half: string;
  const embedders = [...unused, cloud].map(({ embedder }) => embedder);
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-embedding-'));
    memory = await openServerMemory();
    server = await open();
    for (const name of documents) expect((await ingest(name)).state).toBe('COMPLETED');
  });
  beforeEach(() => {
    second = unused.shift() ?? cloud;
    half = second.embedder.model.name;
  });
  /**
   * Waits until no change is pending and the five documents exist. The model in use stays: each reversal is a rebuild.
   */
  afterEach(async () => {
    Object.assign(second.state, { isDown: false, isDeaf: false, gate: undefined });
    if ((await embedding()).change !== null) await server.command('RevertEmbeddingModel', {});
    await until('no change is pending', async () => (await embedding()).change === null);
    const there = (await server.get('/api/documents?status=searchable')) as unknown as readonly Json[];
    for (const { docKey } of there)
      if (!documents.some((name) => docKey === `guideline-${name}`))
        await server.command('WithdrawDocument', { docKey, reason: 'It is of another test.' });
    await server.settled();
  });
  afterAll(async () => {
    await server.dispose();
    await memory.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  const open = () => startInProcess({ dataDir, memory, replace: { otherEmbedders: embedders } });
  const openConfiguredFor = (embedder: Embedder) =>
    startInProcess({ dataDir, memory, replace: { embedder } });
  const ingest = (name: string, fields: Record<string, string> = {}) =>
    server.ingest(textOf(name), `${name}.txt`, { docKey: `guideline-${name}`, ...fields });
  const embedding = () => server.get('/api/admin/embedding');
  const modelInUse = async () => String(((await embedding()).inUse as Json).name);
  const change = (model: string) => server.command('ChangeEmbeddingModel', { model });
  const isInUse = (model: string) =>
    until(`${model} is in use`, async () => {
      const { inUse, change: pending } = await embedding();
      return pending === null && (inUse as Json).name === model;
    });
  const search = async (query: string) => {
    const answer = await server.bodyOf(await server.post('/api/search', { query, limit: 10, debug: true }));
    const { results, sources } = answer.data as { results: Json[]; sources: Json[] };
    return {
      docKeys: results.map(({ docKey }) => docKey),
      dense: sources.find(({ source }) => source === 'dense'),
      generation: Number((answer.metadata as Json).generation),
    };
  };
  const openGate = (held = '') => {
    second.state.held = held;
    let release = (): void => {};
    second.state.gate = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      second.state.gate = undefined;
      release();
    };
  };

  const waiting = async (): Promise<Json | undefined> => {
    const all = (await server.get('/api/admin/projections')) as unknown as readonly Json[];
    const found = all.find(({ name }) => name === 'search');
    return (found?.rebuild as Json | undefined)?.waits === true ? found : undefined;
  };

  it('refuses models that are not configured or already in use', async () => {
    expect((await server.post('/api/commands/ChangeEmbeddingModel', { model: 'gpt' })).status).toBe(404);
    expect((await server.post('/api/commands/ChangeEmbeddingModel', { model: builtin })).status).toBe(422);
    expect((await server.post('/api/commands/RevertEmbeddingModel', {})).status).toBe(422);
  });

  it('waits for a decision when questions cannot be embedded with the new model', async () => {
    const { generation } = await search('bee wound');
    second.state.isDeaf = true;
    await change(half);
    await until('the new index waits', async () => (await waiting()) !== undefined);
    const examination = (await waiting())?.examination as Json;
    expect(examination.because).toContain('cannot be searched in full although the live one can');
    expect(await search('bee wound')).toMatchObject({ dense: { outcome: 'ok' }, generation });

    // It already has the right vectors: once the model answers, an operator lets it take over.
    second.state.isDeaf = false;
    await server.command('AcceptRebuild', { projection: 'search', reason: 'The model answers by now.' });
    await isInUse(half);
    await server.settled();
    const after = await search('bee wound');
    expect(after).toMatchObject({ dense: { outcome: 'ok' } });
    expect(after.generation).toBeGreaterThan(generation);
  });

  it('abandons the change when an operator discards its index', async () => {
    const { generation } = await search('bee wound');
    second.state.isDeaf = true;
    await change(half);
    await until('the new index waits', async () => (await waiting()) !== undefined);
    await server.command('DiscardRebuild', { projection: 'search', reason: 'The model is broken.' });
    await until('the change is abandoned', async () => (await embedding()).change === null);
    expect((await embedding()).failure).toMatchObject({ model: half, reason: 'index' });
    expect(await search('bee wound')).toMatchObject({ dense: { outcome: 'ok' }, generation });
  });

  it('discards the waiting index when the change is reverted', async () => {
    const { generation } = await search('bee wound');
    second.state.isDeaf = true;
    await change(half);
    await until('the new index waits', async () => (await waiting()) !== undefined);
    await server.command('RevertEmbeddingModel', {});
    await until('nothing waits any more', async () => (await waiting()) === undefined);
    await server.settled();
    const accepted = await server.post('/api/commands/AcceptRebuild', {
      projection: 'search',
      reason: 'Late to the party.',
    });
    expect(accepted.status).toBe(409);
    expect((await embedding()).failure).toMatchObject({ model: half, reason: 'reverted' });
    expect(await search('bee wound')).toMatchObject({ dense: { outcome: 'ok' }, generation });
  });

  it('answers from the old index until the new one takes over, and from the new one afterwards', async () => {
    const { generation } = await search('bee wound');
    const release = openGate();
    await change(half);
    const during = await search('bee wound');
    expect(during).toMatchObject({ dense: { outcome: 'ok', found: 5 }, generation });
    expect((await embedding()).change).toMatchObject({ model: { name: half } });
    expect(second.state.questions).toBe(0);
    // A document added meanwhile is found immediately, and included in the next index.
    expect((await ingest('scorpion')).state).toBe('COMPLETED');
    expect((await search('scorpion wound')).dense).toMatchObject({ outcome: 'ok', found: 6 });
    release();
    await isInUse(half);
    await server.settled();
    const askedBefore = second.state.questions;
    const after = await search('scorpion wound');
    expect(after).toMatchObject({ dense: { outcome: 'ok', found: 6 } });
    expect(after.generation).toBeGreaterThan(generation);
    expect(after.docKeys[0]).toBe('guideline-scorpion');
    expect(second.state.questions).toBe(askedBefore + 1);
    // Each passage was embedded once; a new document is embedded only with the new model.
    expect(second.state.passages.length).toBe(6);
    await ingest('wasp');
    expect((await search('wasp wound')).dense).toMatchObject({ outcome: 'ok', found: 7 });
    expect(second.state.passages.length).toBe(7);
  });

  it('shows the embedding progress in the list of projections', async () => {
    const rebuild = async (): Promise<Json | undefined> => {
      const projections = (await server.get('/api/admin/projections')) as unknown as Json[];
      return projections.find(({ name }) => name === 'search')?.rebuild as Json | undefined;
    };
    expect(await rebuild()).toBeUndefined();
    const release = openGate('spider');
    await change(half);
    let shown: Json | undefined;
    await until('three of five documents are embedded', async () => {
      shown = await rebuild();
      return (shown?.reembedding as Json | undefined)?.done === 3;
    });
    expect(shown).toEqual({
      generation: expect.any(Number),
      position: 0,
      target: expect.any(Number),
      progress: 0.6,
      reembedding: { model: half, done: 3, total: 5, withheld: 0 },
    });
    release();
    await isInUse(half);
    expect(await rebuild()).toBeUndefined();
    expect((await search('bee wound')).generation).toBe(shown?.generation);
  });

  it('reverts without embedding again, and rebuilds without embedding either', async () => {
    const previous = await modelInUse();
    const before = await search('snake wound');
    await change(half);
    await isInUse(half);
    const { generation } = await search('snake wound');
    await server.command('ResetProjection', { projection: 'search' });
    await until('the index is rebuilt', async () => (await search('snake wound')).generation > generation);
    expect((await search('snake wound')).dense).toMatchObject({ outcome: 'ok', found: 5 });
    expect(second.state.passages.length).toBe(5);
    await server.command('RevertEmbeddingModel', {});
    await isInUse(previous);
    const after = await search('snake wound');
    expect(after).toMatchObject({ docKeys: before.docKeys, dense: { outcome: 'ok', found: 5 } });
    const { events } = await server.application.http.eventStore.readPage(0, 10_000, {
      types: ['ChunksReembedded'],
    });
    expect(events.filter(({ data }) => (data as Json).model === half)).toHaveLength(5);
    // And back to the new model: its vectors still exist.
    await change(half);
    await isInUse(half);
    expect(second.state.passages.length).toBe(5);
  });

  it('is abandoned when reverted midway or when the model fails, and the old index keeps serving', async () => {
    const previous = await modelInUse();
    const { generation } = await search('bee wound');
    const release = openGate();
    await change(half);
    const refused = await server.post('/api/commands/ChangeEmbeddingModel', { model: builtin });
    expect(refused.status).toBe(409);
    await server.command('RevertEmbeddingModel', {});
    expect(await embedding()).toMatchObject({ change: null, failure: { reason: 'reverted' } });
    release();
    await server.settled();
    expect((await search('bee wound')).generation).toBe(generation);

    second.state.isDown = true;
    await change(half);
    await until('the change has failed', async () => (await embedding()).failure !== null);
    expect(await embedding()).toMatchObject({
      inUse: { name: previous },
      failure: { reason: 'unavailable' },
    });
    expect((await search('bee wound')).dense).toMatchObject({ outcome: 'ok', found: 5 });
    second.state.isDown = false;
    await change(half);
    await isInUse(half);
  });

  it('withholds documents with PHI from a cloud model, and finds them by their words', async () => {
    second = cloud;
    half = second.embedder.model.name;
    await ingest('hornet', { containsPhi: 'true' });
    await change(half);
    await isInUse(half);
    const kept = await server.get('/api/documents/guideline-hornet');
    expect(kept.withheld).toEqual([{ model: half, reason: 'marked' }]);
    const answer = await search('hornet wound');
    expect(answer.dense).toMatchObject({ outcome: 'ok', found: 5 });
    expect(answer.docKeys[0]).toBe('guideline-hornet');
    expect(second.state.passages.some((text) => text.includes('hornet'))).toBe(false);
  });

  it('resumes after a restart midway', async () => {
    const release = openGate();
    await change(half);
    await until('the change has begun', async () => (await embedding()).change !== null);
    await server.dispose();
    release();
    server = await open();
    await isInUse(half);
    expect((await search('tick wound')).dense).toMatchObject({ outcome: 'ok', found: 5 });
    await server.dispose();
    server = await open();
    expect((await embedding()).inUse).toMatchObject({ name: half });
    expect((await search('tick wound')).dense).toMatchObject({ outcome: 'ok', found: 5 });
  });

  it('needs the command: another configuration alone does not start it', async () => {
    // The model that another configuration has too.
    await change(builtin);
    await isInUse(builtin);
    await server.dispose();
    server = await openConfiguredFor(second.embedder);
    await ingest('hornet');
    expect((await search('hornet wound')).dense).toMatchObject({ outcome: 'ok', found: 6 });
    expect(second.state.passages).toEqual([]);
    expect(await embedding()).toMatchObject({
      inUse: { name: builtin },
      available: [{ name: half }, { name: builtin }],
    });
    await change(half);
    await isInUse(half);
    expect((await search('hornet wound')).dense).toMatchObject({ outcome: 'ok', found: 6 });
    await server.dispose();
    server = await open();
  });

  it('survives the deletion of the read models, and reuses the existing vectors', async () => {
    await change(half);
    await isInUse(half);
    await ingest('hornet');
    const before = await search('hornet wound');
    const { database } = server.application;
    const schemas = await database.query(
      `select nspname as name from pg_namespace where nspname ~ '^search_g[0-9]+$'`,
    );
    await database.execute('truncate projections.generations');
    for (const { name } of schemas) await database.execute(`drop schema "${String(name)}" cascade`);
    await server.dispose();
    server = await open();
    await server.settled();
    const after = await search('hornet wound');
    expect(after).toMatchObject({ docKeys: before.docKeys, dense: { outcome: 'ok', found: 6 } });
    expect(second.state.passages.length).toBe(6);
  });
});

it('a data directory with vectors of an older built-in model moves to the new one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-embedding-'));
  const memory = await openServerMemory();
  const older: Embedder = {
    ...local,
    model: { ...local.model, name: 'anamnesis-hash-384-v1' },
    embedPassages: async (texts, options) => {
      const { vectors, ...rest } = await local.embedPassages(texts, options);
      return { ...rest, vectors: vectors.map((vector) => vector.toReversed()) };
    },
  };
  let server = await startInProcess({ dataDir, memory, replace: { embedder: older } });
  const search = async (): Promise<{ readonly first: unknown; readonly dense: Json | undefined }> => {
    const answer = await server.bodyOf(await server.post('/api/search', { query: 'wasp', debug: true }));
    const { results, sources } = answer.data as { results: Json[]; sources: Json[] };
    return { first: results[0]?.docKey, dense: sources.find(({ source }) => source === 'dense') };
  };
  try {
    await server.ingest(textOf('wasp'), 'wasp.txt', { docKey: 'guideline-wasp' });
    await server.dispose();
    server = await startInProcess({ dataDir, memory });
    // Vectors of two versions are never compared: until the change, only words find it.
    const before = await search();
    expect(before.first).toBe('guideline-wasp');
    expect(before.dense?.outcome).not.toBe('ok');
    expect(await server.get('/api/admin/embedding')).toMatchObject({
      inUse: { name: older.model.name },
      available: [{ name: builtin }],
    });
    await server.command('ChangeEmbeddingModel', { model: builtin });
    await until('the index holds vectors of the new version', async () => {
      const { first, dense } = await search();
      return first === 'guideline-wasp' && dense?.outcome === 'ok' && dense.found === 1;
    });
  } finally {
    await server.dispose();
    await memory.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
});

it('without documents, the configured model is used, whatever was configured before', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-embedding-'));
  const memory = await openServerMemory();
  const before = await startInProcess({ dataDir, memory });
  await before.settled();
  await before.dispose();
  const { embedder, state } = otherModel();
  const server = await startInProcess({ dataDir, memory, replace: { embedder } });
  try {
    const job = await server.ingest(textOf('wasp'), 'wasp.txt', { docKey: 'guideline-wasp' });
    expect(job.state).toBe('COMPLETED');
    await until('the index holds vectors of the configured model', async () => {
      const answer = await server.bodyOf(await server.post('/api/search', { query: 'wasp', limit: 3 }));
      const { sources } = answer.data as { sources: Json[] };
      return sources.some(
        ({ source, outcome, found }) => source === 'dense' && outcome === 'ok' && found === 1,
      );
    });
    expect(state.questions).toBeGreaterThan(0);
  } finally {
    await server.dispose();
    await memory.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
});
