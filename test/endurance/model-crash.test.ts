import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answering, type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';

let dataDir: string;
let models: OpenAiServer;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-model-crash-'));
  models = await startOpenAiServer();
});
afterEach(async () => {
  await server?.kill();
  await models.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<ServerProcess> => {
  server = await startServerProcess(dataDir, {
    LOCAL_LLM_URL: models.baseUrl.href,
    LOCAL_LLM_MODEL: 'test-model',
    // Long enough for a slow machine to start three times.
    QUERY_DEADLINE_MS: '300000',
  });
  return server;
};
const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };

const QUESTIONS = 8;
/** The order of a round; each at most once, except for the calls, of which there may be two. */
const ORDER = ['QueryAsked', 'PhiScreened', 'QueryRouted', 'SourcesSearched', 'ModelCalled'];

it('however often the server is killed, no third model call is paid for, and each question is answered once', async () => {
  models.script.always = ['hang'];
  const first = await start();
  const form = new FormData();
  form.set(
    'file',
    new Blob(['# Anaphylaxis\n\nGive adults epinephrine 0.3 mg IM. The maximum dose is 0.5 mg.\n']),
    'anaphylaxis.md',
  );
  form.set('sourceType', 'protocol');
  const ingested = await fetch(`${first.url}/api/commands/IngestDocument`, {
    method: 'POST',
    headers: { authorization: headers.authorization, prefer: 'wait=60' },
    body: form,
  });
  expect(ingested.status).toBe(200);
  const ask = async (): Promise<string> => {
    const asked = await fetch(`${first.url}/api/commands/AskQuery`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ question: 'epinephrine dose for anaphylaxis in adults' }),
    });
    return ((await asked.json()) as { data: { queryId: string } }).data.queryId;
  };
  const patient = await ask();
  await models.called(1);
  // The others are killed at whatever point they have reached.
  const queryIds = [patient, ...(await Promise.all(Array.from({ length: QUESTIONS - 1 }, ask)))];
  await first.kill();

  const before = models.calls.length;
  const second = await start();
  await models.called(before + 1);
  await second.kill();

  models.script.always = answering('Give adults epinephrine 0.3 mg IM [1].');
  const third = await start();
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const response = await fetch(`${third.url}${path}`, {
      headers: { ...headers, 'x-access-reason': 'test' },
    });
    return ((await response.json()) as { data: Record<string, unknown> }).data ?? {};
  };
  const called: string[] = [];
  for (const queryId of queryIds) {
    await expect.poll(async () => (await read(`/api/queries/${queryId}`)).status).toBe('answered');
    const { events } = await read(`/api/audit/streams/query-${queryId}`);
    const types = (events as { type: string }[]).map(({ type }) => type);
    const calls = types.filter((type) => type === 'ModelCalled');
    called.push(...calls);
    expect(calls.length).toBeLessThanOrEqual(2);
    expect(types.filter((type) => ORDER.includes(type))).toEqual([...ORDER.slice(0, -1), ...calls]);
    expect(types.filter((type) => type === 'QueryAnswered')).toHaveLength(1);
    expect(types.at(-1)).toBe('QueryAnswered');
  }
  // Every call was recorded before it was made.
  expect(models.calls.length).toBeLessThanOrEqual(called.length);
});
