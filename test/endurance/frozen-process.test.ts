import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { until } from '../support/log-harness.ts';
import { createServerDatabase, type ServerDatabase } from '../support/server-database.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** Lifetime of a lease without renewal, in seconds. */
const LEASE_SECONDS = 10;
const PROJECTION = 'queries';

const asked = z.object({ data: z.object({ position: z.number(), queryId: z.string() }) });

/** Asks like a client: again under the same key while the server is unavailable. */
const ask = async (server: ServerProcess, question: string): Promise<z.output<typeof asked>['data']> => {
  const key = randomUUID();
  const taken: z.output<typeof asked>['data'][] = [];
  await until('the question is accepted', async () => {
    const response = await server.fetch('/api/commands/AskQuery', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ question }),
    });
    const body: unknown = await response.json();
    if (response.status === 202) taken.push(asked.parse(body).data);
    else expect(response.status).toBe(503);
    return taken.length > 0;
  });
  const [data] = taken;
  if (!data) throw new Error('The question was not accepted.');
  return data;
};

const serverUrl = process.env.TEST_DATABASE_URL;

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports: PGlite serves only one process.
describe.skipIf(!serverUrl)('a process frozen in the middle of a batch', () => {
  let database: ServerDatabase;
  let dataDir: string;
  let admin: pg.Client;
  /** Its transaction is open while the other one checks: within a transaction the list of sessions does not change. */
  let locker: pg.Client;
  let first: ServerProcess;
  let second: ServerProcess | undefined;

  const lockedIn = async (application: string): Promise<boolean> => {
    const { rows } = await admin.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = $1
       and wait_event_type = 'Lock' and xact_start is not null`,
      [application],
    );
    return rows.length > 0;
  };
  const positionOf = async (projection: string): Promise<number> => {
    const { rows } = await admin.query<{ position: string }>(
      `select position from projections.generations where projection = $1 and state = 'live'`,
      [projection],
    );
    return Number(rows[0]?.position ?? 0);
  };

  beforeAll(async () => {
    database = await createServerDatabase(serverUrl ?? '');
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-frozen-'));
    admin = new pg.Client({ connectionString: database.url });
    locker = new pg.Client({ connectionString: database.url });
    for (const client of [admin, locker]) {
      client.on('error', () => {});
      await client.connect();
    }
    first = await startServerProcess(dataDir, { DATABASE_URL: database.url });
    await ask(first, 'midazolam dose for seizures');
    await until('the first process projects', async () => (await positionOf(PROJECTION)) > 0);
    second = await startServerProcess(dataDir, { DATABASE_URL: database.url });
  });
  // A second attempt needs to start without the lock, and with both processes awake.
  afterEach(async () => {
    first.process.kill('SIGCONT');
    await locker.query('rollback');
  });
  afterAll(async () => {
    await first?.kill();
    await second?.kill();
    await admin?.end();
    await locker?.end();
    await database?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('blocks its successor no longer than the lifetime of a lease, and does no harm when it wakes', async () => {
    if (!second) throw new Error('There is no second process.');
    const successor = second;
    const schema = generationSchema(PROJECTION, 1);
    const stored = async (): Promise<number> => {
      const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from "${schema}".queries`);
      return rows[0]?.n ?? 0;
    };
    const before = await stored();
    // The batch has moved its checkpoint, and holds that row, when it reaches the table.
    await locker.query('begin');
    await locker.query(`lock table "${schema}".queries in access exclusive mode`);
    const { position } = await ask(first, 'lorazepam dose for seizures');
    await until('the first process is in the middle of a batch', () => lockedIn('anamnesis'));
    first.process.kill('SIGSTOP');
    await locker.query('commit');

    // By the clock of the database, which alone determines the end of a lease: it is no longer renewed.
    const leases = await admin.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float as left from coordination.leases where name = $1`,
      [`projection:${PROJECTION}`],
    );
    expect(leases.rows).toHaveLength(1);
    expect(leases.rows[0]?.left).toBeLessThanOrEqual(LEASE_SECONDS);
    await until('the successor has projected it', async () => (await positionOf(PROJECTION)) >= position);

    first.process.kill('SIGCONT');
    const { position: later, queryId } = await ask(first, 'ketamine dose for agitation');
    await until('all events are projected', async () => (await positionOf(PROJECTION)) >= later);
    for (const server of [successor, first])
      await until('the process reads the shared database', async () => {
        const response = await server.fetch(`/api/queries/${queryId}`, {
          headers: { 'x-after-position': String(later) },
        });
        return response.status === 200;
      });
    expect(await stored()).toBe(before + 2);
  });
});
