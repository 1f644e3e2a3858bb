import { chmod, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseSettings } from '../../../../../infra/observability/doctor/checks/database-settings.ts';
import { openFileBlobStore } from '../../../../../infra/storage/blob-store/file-blob-store.ts';
import type { DatabaseFacts } from '../../../../../ports/database-facts.ts';
import type { Finding } from '../../../../../ports/doctor.ts';
import { observationRepresentation } from '../../../../../read-api/representations/doctor-representation.ts';
import { type InProcess, startInProcess } from '../../../../support/server-in-process.ts';

type Found = { readonly check: string; readonly severity: string; readonly message: string };

describe('examining a running server', () => {
  let server: InProcess;
  beforeAll(async () => {
    server = await startInProcess();
    await server.ingestSample('hypoglycemia.docx');
    await server.ingestSample('opioid-overdose.txt');
    await server.settled();
  });
  afterAll(() => server.dispose());

  const examine = async (wishes: Readonly<Record<string, unknown>> = {}): Promise<readonly Found[]> => {
    const response = await server.post('/api/admin/doctor', wishes);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    const observations = lines.map((line) => observationRepresentation.parse(JSON.parse(line)));
    expect(observations.at(-1)).toEqual({ kind: 'end' });
    return observations.flatMap((observation) => (observation.kind === 'finding' ? [observation] : []));
  };
  const blobPaths = async (): Promise<readonly string[]> => {
    const folder = join(server.dataDir, 'blobs');
    return (
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        // The folder also contains its own marker files.
        .filter((entry) => entry.isFile() && entry.name.length === 64)
        .map((entry) => join(entry.parentPath, entry.name))
    );
  };
  const errorsOf = (found: readonly Found[]): readonly string[] =>
    found.filter(({ severity }) => severity === 'error').map(({ check, message }) => `${check}: ${message}`);

  it('warns while every user of the machine may change the folder of keys', async () => {
    const keys = join(server.dataDir, 'keys');
    await chmod(keys, 0o707);
    const found = await examine();
    await chmod(keys, 0o700);
    expect(
      found.find(({ check, severity }) => check === 'keys' && severity === 'warning')?.message,
    ).toContain('can replace the keys of this data directory');
  });

  it('makes every check, and finds no error in a healthy one', async () => {
    const found = await examine({ deep: true });
    expect(errorsOf(found)).toEqual([]);
    expect([...new Set(found.map(({ check }) => check))]).toEqual([
      'versions',
      'scans',
      'disk',
      'settings',
      'clock',
      'leases',
      'nodes',
      'followers',
      'components',
      'vectors',
      'index',
      'words',
      'rebuilds',
      'log',
      'sealing',
      'witnesses',
      'checkpoints',
      'events',
      'keys',
      'blobs',
      'orphans',
    ]);
    const all = found.map(({ message }) => message).join('\n');
    expect(all).toMatch(/Anamnesis test on Node\.js 24/);
    expect(all).toMatch(/PostgreSQL \d+\.\d+ with.*, schema \d{6}-[a-z-]+\./);
    expect(all).toMatch(/\d+ leases held by 1 process\./);
    expect(all).toMatch(/\d+ followers at work, at most \d+ events? behind\./);
    expect(all).toContain('2 subjects with their keys, 0 of them erased on purpose.');
  });

  it('reports a missing file, and in a deep examination an altered one', async () => {
    const [gone = '', altered = ''] = await blobPaths();
    await rename(gone, `${gone}.away`);
    expect(errorsOf(await examine())).toEqual([
      expect.stringMatching(/^blobs: 1 file that events name is missing, first the one of event \d+\.$/),
    ]);
    await rename(`${gone}.away`, gone);
    await rename(altered, join(server.dataDir, 'saved'));
    await writeFile(altered, 'Give ten times as much.');
    expect(errorsOf(await examine())).toEqual([]);
    expect(errorsOf(await examine({ deep: true }))).toEqual([
      expect.stringMatching(/^blobs: 1 file differs from what was stored/),
    ]);
    await rename(join(server.dataDir, 'saved'), altered);
  });

  it('reports unreferenced files, and removes only old ones, on request', async () => {
    const blobs = await openFileBlobStore(join(server.dataDir, 'blobs'));
    const before = await blobPaths();
    const young = await blobs.putBytes(new TextEncoder().encode('No event names this yet.'));
    const old = await blobs.putBytes(new TextEncoder().encode('No event ever named this.'));
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(server.dataDir, 'blobs', old.sha256.slice(0, 2), old.sha256), twoHoursAgo, twoHoursAgo);
    const orphansOf = (found: readonly Found[]): readonly string[] =>
      found
        .filter(({ check }) => check === 'orphans')
        .map(({ severity, message }) => `${severity}: ${message}`);

    expect(orphansOf(await examine())).toEqual(['ok: No files without an event older than 24 hours.']);
    expect(orphansOf(await examine({ olderThanHours: 1 }))).toEqual([
      'warning: 1 file (25 B) that no event names for 1 hour or more.',
    ]);
    expect(await blobs.has(old.sha256)).toBe(true);
    expect(orphansOf(await examine({ olderThanHours: 1, repair: true }))).toEqual([
      'ok: Removed 1 of 1 file (25 B) that no event names for 1 hour or more.',
    ]);
    expect(await blobs.has(old.sha256)).toBe(false);
    expect(await blobs.has(young.sha256)).toBe(true);
    expect((await blobPaths()).length).toBe(before.length + 1);
    await rm(join(server.dataDir, 'blobs', young.sha256.slice(0, 2), young.sha256));
  });

  it('names the unreadable event of a failed verification, and the reason', async () => {
    const { database } = server.application;
    const [row] = await database.query(
      "select position, data::text as data from event_log.events where type = 'DocumentVersionAdded' order by position limit 1",
    );
    const [position, data] = [Number(row?.position), String(row?.data)];
    await database.execute('alter table event_log.events disable trigger user');
    const put = (text: string) =>
      database.query('update event_log.events set data = $2::json where position = $1', [position, text]);
    await put('{}');
    const response = await server.post('/api/admin/projections/documents/verify', {});
    const last = (await response.text()).trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toEqual({
      kind: 'failure',
      code: 'internal_error',
      message: `Event ${position} of the log is damaged. The data of a DocumentVersionAdded event does not match its schema. "npx anamnesis doctor --deep" shows what else is.`,
    });
    expect(errorsOf(await examine({ deep: true }))).toContainEqual(
      expect.stringMatching(new RegExp(`^events: Damaged: 1 event, first event ${position}: `)),
    );
    await put(data);
    await database.execute('alter table event_log.events enable trigger user');
  });

  it('distinguishes a missing key from a destroyed one', async () => {
    const { database } = server.application;
    const [row] = await database.query(
      `select encode(subject_hash, 'hex') as hash, encode(wrapped_key, 'base64') as wrapped from vault.subject_keys
        order by subject_hash limit 1`,
    );
    await database.query(
      `update vault.subject_keys set wrapped_key = null, destroyed_at = now() where subject_hash = decode($1, 'hex')`,
      [String(row?.hash)],
    );
    const destroyed = await examine();
    expect(errorsOf(destroyed)).toEqual([]);
    expect(destroyed.map(({ message }) => message)).toContain(
      '2 subjects with their keys, 1 of them erased on purpose.',
    );
    await database.query(`delete from vault.subject_keys where subject_hash = decode($1, 'hex')`, [
      String(row?.hash),
    ]);
    expect(errorsOf(await examine())).toEqual([
      expect.stringMatching(/^keys: 1 key missing without having been destroyed, first for event \d+\.$/),
    ]);
    await database.query(
      `insert into vault.subject_keys (subject_hash, wrapped_key) values (decode($1, 'hex'), decode($2, 'base64'))`,
      [String(row?.hash), String(row?.wrapped)],
    );
  });

  it('reports a lease that is not renewed', async () => {
    const { database } = server.application;
    await database.query(
      `insert into coordination.leases values ('job:left', 'somebody-who-left', 3, now() - interval '1 minute')`,
    );
    const found = await examine();
    expect(found.filter(({ check, severity }) => check === 'leases' && severity === 'warning')).toMatchObject(
      [{ message: expect.stringMatching(/^job:left expired 6\d s ago \(owner somebody, fence 3\)\.$/) }],
    );
    await database.query(`delete from coordination.leases where name = 'job:left'`);
  });

  it('refuses callers who are not admins, and unknown options', async () => {
    const anybody = await server.request('/api/admin/doctor', {
      method: 'POST',
      headers: { authorization: '' },
    });
    expect(anybody.status).toBe(401);
    expect((await server.post('/api/admin/doctor', { deap: true })).status).toBe(400);
    expect((await server.post('/api/admin/doctor', { olderThanHours: 0 })).status).toBe(400);
  });

  // Last, because it damages the log for good.
  it('reports an event cut out of the log', async () => {
    const { database, http } = server.application;
    await database.execute('alter table event_log.events disable trigger user');
    const [row] = await database.query(
      `select position, stream_id from event_log.events where revision = 1 order by position limit 1`,
    );
    const position = Number(row?.position);
    await database.query('delete from event_log.events where position = $1', [position]);
    expect(await http.eventStore.head()).toBeGreaterThan(position);
    const errors = errorsOf(await examine());
    expect(errors.filter((error) => error.startsWith('log:'))).toEqual([
      `log: Positions are not dense: something is missing before or at ${position + 1}.`,
      expect.stringMatching(/^log: Event \d+ does not follow its predecessor in its stream\.$/),
    ]);
  });
});

describe('the settings of a database', () => {
  const facts: DatabaseFacts = {
    kind: 'server',
    version: '17.5',
    versionNumber: 170_005,
    pgvector: undefined,
    encoding: 'UTF8',
    collation: 'C',
    settings: new Map([
      ['fsync', 'on'],
      ['synchronous_commit', 'on'],
      ['full_page_writes', 'on'],
      ['max_connections', '100'],
      ['superuser_reserved_connections', '3'],
      ['statement_timeout', '60000'],
      ['lock_timeout', '10000'],
      ['idle_in_transaction_session_timeout', '10000'],
      ['transaction_read_only', 'off'],
    ]),
    connections: 5,
    clock: 0,
  };
  const findingsOf = async (changed: Partial<DatabaseFacts>, poolSize = 15): Promise<readonly string[]> => {
    const { run } = databaseSettings({
      readDatabaseFacts: async () => ({ ...facts, ...changed }),
      poolSize,
    });
    const all = await Array.fromAsync(
      run({ deep: false, repair: false, grace: 0 }, new AbortController().signal),
    );
    return all
      .filter((one): one is Finding => one.kind === 'finding' && one.severity !== 'ok')
      .map(({ severity, message }) => `${severity}: ${message}`);
  };
  const set = (name: string, value: string) => ({ settings: new Map([...facts.settings, [name, value]]) });

  it.each([
    ['are all right', {}, undefined],
    ['lose everything without fsync', set('fsync', 'off'), /^error: fsync is off/],
    ['lose acknowledged writes', set('synchronous_commit', 'off'), /^error: synchronous_commit/],
    ['can leave torn pages', set('full_page_writes', 'off'), /^warning: full_page_writes/],
    ['let one session block others', set('lock_timeout', '0'), /^warning: Without a limit: lock_timeout\./],
    ['leave too few connections', { connections: 80 }, /^warning: 80 of 97 connections/],
    ['accept no writes', set('transaction_read_only', 'on'), /^error: The database accepts no writes/],
    ['store too few characters', { encoding: 'LATIN1' }, /^error: The database stores texts as LATIN1/],
  ])('that %s are reported', async (_, changed, expected) => {
    const found = await findingsOf(changed);
    expect(found).toEqual(expected === undefined ? [] : [expect.stringMatching(expected)]);
  });

  it('are reported when they allow too few connections for the configured pools', async () => {
    expect(await findingsOf({ connections: 40 })).toEqual([]);
    const found = await findingsOf({ connections: 40 }, 55);
    expect(found).toEqual([expect.stringMatching(/^warning: 40 of 97 .* needs up to 59\.$/)]);
  });

  it('are reported when the user or the database may have fewer connections than a server needs', async () => {
    expect(await findingsOf({ connectionLimit: 19 })).toEqual([]);
    expect(await findingsOf({ connectionLimit: 9 })).toEqual([
      'error: The user or the database may have 9 connections; a server needs up to 19.',
    ]);
  });

  it('are judged differently for the embedded database', async () => {
    const found = await findingsOf({ kind: 'embedded', ...set('fsync', 'off'), connections: 99 });
    expect(found).toEqual([expect.stringMatching(/^warning: The embedded database does not wait/)]);
  });
});
