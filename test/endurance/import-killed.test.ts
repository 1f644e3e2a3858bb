import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { silentLogger } from '../../ports/logger.ts';
import { runCliInProcess } from '../support/cli-in-process.ts';
import { until } from '../support/log-harness.ts';
import { startCli } from '../support/run-cli.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { startInProcess } from '../support/server-in-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write('TEST_DATABASE_URL is not set: the test of a killed import is skipped.\n');

it.runIf(serverUrl)('an import killed midway leaves nothing behind, and can be repeated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const database = await createServerDatabase(serverUrl ?? '');
  onTestFinished(() => database[Symbol.asyncDispose]());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url };

  const embedded = await startInProcess({ dataDir });
  onTestFinished(embedded.dispose);
  await embedded.command(
    'AskQuery',
    { question: 'naloxone dose' },
    { 'idempotency-key': 'one', prefer: 'wait=20' },
  );
  await embedded.dispose();

  // It reaches the idempotency records, and waits for the table.
  const target = await openPgDatabase({ connectionString: database.url, logger: silentLogger });
  await migrateDatabase(target);
  await target.close();
  await client.query('begin');
  await client.query('lock table idempotency.commands in share mode');
  const killed = startCli(['import-embedded'], environment);
  onTestFinished(killed.kill);
  const waits = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%idempotency.commands%'`;
  const waiting = async (): Promise<boolean> => {
    // Within a transaction the first look is cached.
    await client.query('select pg_stat_clear_snapshot()');
    return (await client.query(waits)).rows.length > 0;
  };
  await until('the import waits for the table', waiting);
  killed.kill();
  await killed.finished;
  await client.query('commit');

  const again = await runCliInProcess(['import-embedded'], environment);
  expect(again).toMatchObject({ code: 0 });
  const { rows } = await client.query('select count(*)::int as count from event_log.events');
  expect(again.out).toContain(`${rows[0].count} events and`);
});
