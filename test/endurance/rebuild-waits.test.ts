import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { runCliInProcess } from '../support/cli-in-process.ts';
import { until } from '../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testToken } from '../support/test-user.ts';

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
  // A document in the live index without any event: an index built from the log lacks it.
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

type Reader = { readonly url: string; readonly request: (path: string) => Promise<Response> };

const start = async (): Promise<Reader & ServerProcess> => {
  server = await startServerProcess(dataDir);
  return { ...server, request: server.fetch };
};
const search = async ({ request }: Reader): Promise<Json> => {
  const { data } = (await (await request('/api/admin/projections')).json()) as { data: readonly Json[] };
  const found = data.find(({ name }) => name === 'search');
  if (!found) throw new Error('There is no search index.');
  return found;
};
const waits = (running: Reader) =>
  until(
    'the rebuild waits',
    async () => ((await search(running)).rebuild as Json | undefined)?.waits === true,
  );
const cli = ({ url }: Reader, ...words: string[]) =>
  runCliInProcess(['projections', ...words], { ANAMNESIS_URL: url, ANAMNESIS_TOKEN: testToken });
const post = (running: ServerProcess, command: string, body: Json) =>
  running.fetch(`/api/commands/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('a rebuild that loses something waits, through kills at any moment, until an operator decides', async () => {
  let running = await start();
  expect((await post(running, 'ResetProjection', { projection: 'search' })).status).toBe(202);
  // In the middle of the build or the examination, at whatever point it has reached.
  for (const pause of [0, 150, 400]) {
    if (running.process.killed) running = await start();
    await new Promise((resolve) => setTimeout(resolve, pause));
    await running.kill();
  }
  // And once while it waits.
  running = await start();
  await waits(running);
  await running.kill();

  let looking: InProcess = await startInProcess({ dataDir });
  onTestFinished(() => looking.dispose());
  await waits(looking);
  expect((await search(looking)).generation).toBe(1);
  const listed = await cli(looking, 'list');
  const shown = `${listed.out}${listed.err}`;
  expect(shown).toContain('needs a decision');
  expect(shown).toContain('protocol-ghost by its title: 1 before, not found now');
  const checked = await cli(looking, 'check', 'search');
  expect(checked.code).toBe(1);
  expect(checked.out).toContain('protocol-ghost');
  expect(checked.err).toContain('misses results that generation 1 finds');
  const silent = await cli(looking, 'accept', 'search');
  expect(silent.code).not.toBe(0);
  await looking.dispose();

  running = await start();
  await waits(running);
  const reason = 'The ghost was never ours.';
  expect((await post(running, 'AcceptRebuild', { projection: 'search', reason })).status).toBe(202);
  await running.kill();

  looking = await startInProcess({ dataDir });
  await until('the rebuild took over', async () => (await search(looking)).generation === 2);
  const again = await cli(looking, 'accept', 'search', '--reason', 'once more');
  expect(again.code).not.toBe(0);
  expect(again.err).toContain('No rebuild of search waits for a person');
  const after = await cli(looking, 'list');
  expect(`${after.out}${after.err}`).toContain('accepted by a person');
});
