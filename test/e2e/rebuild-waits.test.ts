import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import { runCli } from '../support/run-cli.ts';
import { type Json, startInProcess } from '../support/server-in-process.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-waits-'));
  const furnishing = await startInProcess({ dataDir, environment: { READ_TIMEOUT_MS: '60000' } });
  await furnishing.settled();
  for (const drug of ['naloxone', 'adenosine'])
    await furnishing.ingest(`# Giving ${drug}\n\nThe dose of ${drug} is 0.4 mg for adults.\n`, `${drug}.md`, {
      docKey: `protocol-${drug}`,
      title: `Giving ${drug}`,
    });
  await furnishing.settled();
  const { database, http } = furnishing.application;
  // A document that the live index finds and no event tells of: what is built from the log does not have it.
  await database.query(
    `insert into search_g1.passages (chunk_id, doc_key, version, index, live, passage, sealed)
     select 'protocol-ghost@1#0', 'protocol-ghost', 1, 0, true,
            (passage::jsonb || '{"chunkId": "protocol-ghost@1#0", "docKey": "protocol-ghost", "title": "Handling ghosts"}')::json, null
       from search_g1.passages where doc_key = 'protocol-adenosine'`,
  );
  await database.query(`insert into search_g1.documents values ('protocol-ghost', 1, 0, $1)`, [
    await http.eventStore.head(),
  ]);
  await furnishing.dispose();
});
afterEach(async () => {
  await server?.kill();
  server = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<ServerProcess> => {
  server = await startServerProcess(dataDir);
  return server;
};
const kill = async (): Promise<void> => {
  await server?.kill();
  server = undefined;
};
const search = async ({ fetch }: ServerProcess): Promise<Json> => {
  const { data } = (await (await fetch('/api/admin/projections')).json()) as { data: readonly Json[] };
  const found = data.find(({ name }) => name === 'search');
  if (!found) throw new Error('There is no search index.');
  return found;
};
const waits = (running: ServerProcess) =>
  until(
    'the rebuild waits',
    async () => ((await search(running)).rebuild as Json | undefined)?.waits === true,
  );
const cli = (running: ServerProcess, ...words: string[]) =>
  runCli(['projections', ...words], { ANAMNESIS_URL: running.url, ANAMNESIS_TOKEN: adminToken });

it('keeps a rebuild waiting that loses something, through kills at any moment, until a person decides', async () => {
  let running = await start();
  const reset = await running.fetch('/api/commands/ResetProjection', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projection: 'search' }),
  });
  expect(reset.status).toBe(202);
  // In the middle of the building or of the check, wherever it is by then.
  for (const pause of [0, 150, 400]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    await kill();
    running = await start();
  }
  await waits(running);
  expect((await search(running)).generation).toBe(1);
  await kill();

  running = await start();
  await waits(running);
  const listed = await cli(running, 'list');
  const shown = `${listed.out}${listed.err}`;
  expect(shown).toContain('waits for a person');
  expect(shown).toContain('protocol-ghost by its title: 1 before, not found now');
  const checked = await cli(running, 'check', 'search');
  expect(checked.code).toBe(1);
  expect(checked.out).toContain('protocol-ghost');
  expect(checked.err).toContain('loses what generation 1 finds');
  const silent = await cli(running, 'accept', 'search');
  expect(silent.code).not.toBe(0);

  const accepted = await running.fetch('/api/commands/AcceptRebuild', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projection: 'search', reason: 'The ghost was never ours.' }),
  });
  expect(accepted.status).toBe(202);
  await kill();
  running = await start();
  await until('it took over', async () => (await search(running)).generation === 2);
  const again = await cli(running, 'accept', 'search', '--reason', 'once more');
  expect(again.code).not.toBe(0);
  expect(again.err).toContain('No rebuild of search waits for a person');
  const after = await cli(running, 'list');
  expect(`${after.out}${after.err}`).toContain('accepted by a person');
});
