import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeNewDatabase } from '../../support/new-database.ts';
import { ownBlobUrl, testBlobUrl } from '../../support/s3-server.ts';
import { type S3Spoiler, startS3Spoiler } from '../../support/s3-spoiler.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

if (!testBlobUrl) process.stdout.write('TEST_S3_URL is not set: vectors in a bucket are left out.\n');

const note = '# Visit\n\nThe patient had a bronchospasm after a wasp sting and was given albuterol.\n';
const guideline = '# Ticks\n\nRemove a tick with fine tweezers, close to the skin.\n';

type Found = {
  readonly results: readonly Json[];
  readonly sources: readonly Json[];
  readonly cached: boolean;
};

/** How searches by an installation go that holds a sealed note and a guideline. */
const observing = (server: () => InProcess) => {
  const search = async (query: string): Promise<Found> => {
    const response = await server().post('/api/search', { query, limit: 5 });
    const body = await server().bodyOf(response);
    expect(body).toMatchObject({ success: true });
    return body.data as Found;
  };
  return {
    keysOf: async (query: string) => (await search(query)).results.map(({ docKey }) => docKey),
    dense: async (query: string) =>
      (await search(query)).sources.find(({ source }) => source === 'dense')?.outcome,
    cached: async (query: string) => (await search(query)).cached,
    readiness: async () => (await server().request('/health/ready')).text(),
    examined: async () => (await server().post('/api/admin/doctor', {})).text(),
    metrics: async () => (await server().request('/metrics')).text(),
  };
};

const lackingOne = 'The vectors of 1 document(s) cannot be read';

const ingestBoth = async (server: InProcess): Promise<string> => {
  await server.ingest(note, 'visit.md', { docKey: 'note-visit', title: 'Visit', containsPhi: 'true' });
  await server.ingest(guideline, 'ticks.md', { docKey: 'guideline-ticks', title: 'Ticks' });
  await server.settled();
  const [row] = await server.application.database.query('select blob from search_g1.sealed_vectors');
  return String(row?.blob);
};

describe('a sealed document whose vectors are in a folder', () => {
  let folder: string;
  let dataDir: string;
  let server: InProcess;
  let path: string;
  const { keysOf, dense, cached, readiness, examined, metrics } = observing(() => server);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-vectors-'));
    dataDir = join(folder, 'data');
    await placeNewDatabase(dataDir);
    server = await startInProcess({ dataDir });
    const blob = await ingestBoth(server);
    path = join(dataDir, 'blobs', blob.slice(0, 2), blob);
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('that is gone is found by its words, which every search says and none remembers, until it is back', async () => {
    await rename(path, `${path}.aside`);
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    expect(await cached('bronchospasm albuterol')).toBe(false);
    expect(await keysOf('tick tweezers')).toContain('guideline-ticks');
    expect(await readiness()).toContain(lackingOne);
    expect(await examined()).toContain('The vectors of 1 document cannot be read: words alone find it.');
    expect(await metrics()).toContain('anamnesis_search_documents_by_words_only 1');
    await rename(`${path}.aside`, path);
    await expect.poll(() => dense('bronchospasm albuterol'), { timeout: 180_000 }).toBe('ok');
    await expect.poll(() => cached('bronchospasm albuterol')).toBe(true);
    expect(await readiness()).not.toContain('The vectors of');
    expect(await metrics()).toContain('anamnesis_search_documents_by_words_only 0');
  });

  it('that was altered since is found by its words by the next process, until the file is restored', async () => {
    expect(await dense('bronchospasm albuterol')).toBe('ok');
    await server.stop();
    const whole = await readFile(path);
    await writeFile(
      path,
      whole.map((byte, at) => (at === whole.length - 20 ? byte ^ 1 : byte)),
    );
    server = await startInProcess({ dataDir });
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    expect(await readiness()).toContain(lackingOne);
    await writeFile(path, whole);
    await expect.poll(() => dense('bronchospasm albuterol'), { timeout: 180_000 }).toBe('ok');
  });
});

describe.skipIf(!testBlobUrl)('a sealed document whose vectors are in a bucket', () => {
  let folder: string;
  let dataDir: string;
  let spoiler: S3Spoiler;
  let server: InProcess;
  let blob: string;
  const { keysOf, dense, readiness } = observing(() => server);
  const start = (): Promise<InProcess> => startInProcess({ dataDir, environment: { BLOB_URL: blobUrl } });
  let blobUrl: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-vectors-'));
    dataDir = join(folder, 'data');
    await placeNewDatabase(dataDir);
    spoiler = await startS3Spoiler(new URL(testBlobUrl ?? '').searchParams.get('endpoint') ?? '');
    blobUrl = ownBlobUrl({ endpoint: spoiler.url });
    server = await start();
    blob = await ingestBoth(server);
  });
  afterAll(async () => {
    await server.stop();
    await spoiler[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const keepAway = (): void => {
    spoiler.spoil = (method) => (method === 'GET' ? { status: 503, code: 'ServiceUnavailable' } : undefined);
  };
  const comesBack = async (): Promise<void> => {
    spoiler.spoil = () => undefined;
    await expect.poll(() => dense('bronchospasm albuterol'), { timeout: 180_000 }).toBe('ok');
    expect(await readiness()).not.toContain('The vectors of');
  };

  it('that does not answer when they are first wanted is found by its words until it does', async () => {
    keepAway();
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    expect(await readiness()).toContain(lackingOne);
    await comesBack();
  });

  it('that does not give the file to a process that starts is found by its words until it does', async () => {
    await server.stop();
    spoiler.spoil = (_method, path) => (path.includes(blob) ? { status: 404, code: 'NoSuchKey' } : undefined);
    server = await start();
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    await comesBack();
  });
});
