import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { until } from '../../support/log-harness.ts';
import {
  answering,
  type OpenAiReply,
  type OpenAiServer,
  startOpenAiServer,
} from '../../support/openai-server.ts';
import { createServerDatabase, type ServerDatabase } from '../../support/server-database.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { neverDecrease, openStreamReader, type StreamReader } from '../../support/stream-reader.ts';

const asked = z.object({ data: z.object({ queryId: z.string(), position: z.number() }) });

/** An answer that pauses midway until the test releases it. */
const held = () => {
  let goOn = (): void => {};
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const reply: OpenAiReply = [
    { say: 'Protect the patient from injury and keep ' },
    { say: 'the airway open; give oxygen [1]. ' },
    { say: 'Measure ' },
    { until: going },
    { say: 'glucose; treat it when it is low [1].' },
    { finish: 'stop' },
    'done',
  ];
  return { reply, goOn: () => goOn() };
};
const FIRST_HALF = 'Protect the patient from injury and keep the airway open; give oxygen [1].';
const REST = 'Measure glucose; treat it when it is low [1].';

const serverUrl = process.env.TEST_DATABASE_URL;

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports: PGlite serves only one process.
describe.skipIf(!serverUrl)('an answer written by a model, with two nodes', () => {
  let database: ServerDatabase;
  let dataDir: string;
  let openai: OpenAiServer;
  const nodes = new Map<string, ServerProcess>();
  const readers: StreamReader[] = [];

  /** A node whose model name identifies it to the scripted server. */
  const startNode = async (name: string): Promise<ServerProcess> => {
    const node = await startServerProcess(dataDir, {
      DATABASE_URL: database.url,
      LOCAL_LLM_URL: openai.baseUrl.href,
      LOCAL_LLM_MODEL: name,
      LLM_TOKEN_TIMEOUT_MS: '60000',
    });
    nodes.set(name, node);
    return node;
  };
  const node = (name: string): ServerProcess => {
    const found = nodes.get(name);
    if (!found) throw new Error(`${name} is not running.`);
    return found;
  };

  const command = async (server: ServerProcess, name: string, input: unknown): Promise<Response> =>
    server.fetch(`/api/commands/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  const read = async (
    server: ServerProcess,
    queryId: string,
    lastEventId?: string,
  ): Promise<StreamReader> => {
    const reader = await openStreamReader(`${server.url}/api/queries/${queryId}/stream`, {
      authorization: `Bearer ${adminToken}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    });
    readers.push(reader);
    return reader;
  };
  /** A half-written answer, with the node that writes it and one that does not. */
  const askPaused = async () => {
    const { reply, goOn } = held();
    onTestFinished(goOn);
    openai.script.next.push(reply);
    const before = openai.calls.length;
    const response = await command(node('one'), 'AskQuery', { question: 'treatment of status epilepticus' });
    const { queryId } = asked.parse(await response.json()).data;
    await openai.called(before + 1);
    const call = openai.calls[before];
    const writer = call?.body.model ?? '';
    const other = writer === 'one' ? 'two' : 'one';
    return { queryId, goOn, call, writer, other, before };
  };

  beforeAll(async () => {
    database = await createServerDatabase(serverUrl ?? '');
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-answers-'));
    openai = await startOpenAiServer();
    const first = await startNode('one');
    const ingested = await runCliInProcess(['ingest', 'samples', '-t', 'guideline'], {
      ANAMNESIS_URL: first.url,
      ANAMNESIS_TOKEN: adminToken,
    });
    expect(ingested.code).toBe(0);
  });
  beforeEach(async () => {
    for (const reader of readers.splice(0)) reader.leave();
    openai.script.next.length = 0;
    // Restarts nodes killed by an earlier attempt.
    for (const name of ['one', 'two']) if (!nodes.has(name)) await startNode(name);
  });
  afterAll(async () => {
    for (const reader of readers) reader.leave();
    await Promise.all([...nodes.values()].map((running) => running.kill()));
    await openai?.close();
    await database?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is read on both while it is written, and resumed midway on either', async () => {
    const { queryId, goOn, writer, other } = await askPaused();
    const here = await read(node(writer), queryId);
    const there = await read(node(other), queryId);
    for (const reader of [here, there]) await expect.poll(() => reader.shown().trim()).toBe(FIRST_HALF);
    const lastEventId = here.frames.at(-1)?.id ?? '';
    here.leave();
    const again = await read(node(writer), queryId, lastEventId);
    const elsewhere = await read(node(other), queryId, lastEventId);
    for (const resumed of [again, elsewhere]) {
      await expect.poll(() => resumed.shown().trim()).toBe(FIRST_HALF);
      expect(resumed.frames).toMatchObject([{ id: lastEventId, event: 'draft', data: { from: 0 } }]);
    }
    goOn();
    for (const reader of [again, elsewhere, there]) {
      await expect.poll(reader.ending).toBe('whole');
      expect(reader.frames.at(-1)).toMatchObject({ event: 'answer', data: { model: writer } });
      expect(reader.frames.at(-1)?.data.answer).toContain(REST);
      expect(neverDecrease(reader.frames)).toBe(true);
    }
  });

  it('is cancelled from the other node: the model call ends, and so does every reader', async () => {
    const { queryId, call, writer, other } = await askPaused();
    const here = await read(node(writer), queryId);
    const there = await read(node(other), queryId);
    await expect.poll(() => there.shown().trim()).toBe(FIRST_HALF);
    expect((await command(node(other), 'CancelQuery', { queryId })).status).toBe(200);
    expect(await call?.closed).toEqual({ byClient: true });
    for (const reader of [here, there]) {
      await expect.poll(reader.ending).toBe('whole');
      expect(reader.frames.at(-1)).toMatchObject({ event: 'cancelled', data: { queryId } });
    }
  });

  it('is written again when its node is killed, and its readers continue with that', async () => {
    const { queryId, writer, other, before } = await askPaused();
    const there = await read(node(other), queryId);
    await expect.poll(() => there.shown().trim()).toBe(FIRST_HALF);
    openai.script.always = answering(
      'Protect the patient from injury and keep the airway open; give oxygen [1].',
    );
    await node(writer).kill();
    nodes.delete(writer);
    await until('the other node has answered', () => there.ending() === 'whole');
    expect(there.frames.at(-1)?.event).toBe('answer');
    expect(neverDecrease(there.frames)).toBe(true);
    const calls = there.frames.filter(({ data }) => data.stage === 'model_called');
    expect(calls.map(({ data }) => data.model)).toEqual([writer, other]);
    expect(openai.calls.slice(before).map(({ body }) => body.model)).toEqual([writer, other]);
  });
});
