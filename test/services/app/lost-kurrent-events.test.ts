import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { type KurrentServer, startKurrentServer } from '../../support/kurrent-server.ts';
import { until } from '../../support/log-harness.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { createServerDatabase } from '../../support/server-database.ts';
import { adminToken, startServerProcess } from '../../support/server-process.ts';
import { type ServingNode, servingProcess, startServingInProcess } from '../../support/serving-in-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write('TEST_DATABASE_URL is not set: the test of two nodes on KurrentDB is skipped.\n');

type Json = Record<string, unknown>;
type Lost = { readonly firstLost: number; readonly lastLost: number };

const dataOf = async (response: Response): Promise<unknown> => {
  const body = (await response.json()) as { success?: boolean; data?: unknown };
  if (body.success !== true) throw new Error(JSON.stringify(body));
  return body.data;
};
const get = async (node: ServingNode, path: string): Promise<unknown> => dataOf(await node.fetch(path));
const post = (node: ServingNode, path: string, body: unknown, key?: string): Promise<Response> =>
  node.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      prefer: 'wait=50',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
const start = async (
  node: ServingNode,
  key = crypto.randomUUID(),
): Promise<{ id: string; position: number }> => {
  const { conversationId, position } = (await dataOf(
    await post(node, '/api/commands/StartConversation', {}, key),
  )) as Json;
  return { id: String(conversationId), position: Number(position) };
};
const list = async (node: ServingNode): Promise<readonly string[]> =>
  ((await get(node, '/api/conversations?limit=500')) as readonly Json[]).map(({ conversationId }) =>
    String(conversationId),
  );
const lostOn = async (node: ServingNode): Promise<Lost | null> =>
  ((await get(node, '/api/admin/log-loss')) as { lost: Lost | null }).lost;
const accept = (node: ServingNode, named: Lost): Promise<Response> =>
  post(node, '/api/admin/log-loss', named);
const cli = (node: ServingNode, ...words: readonly string[]): Promise<CliResult> =>
  runCliInProcess(['--url', node.url, 'log-loss', ...words], { ANAMNESIS_TOKEN: adminToken });
const isReady = (node: ServingNode): Promise<boolean> =>
  node.fetch('/health/ready').then(
    (response) => response.ok,
    () => false,
  );
const isSettled = async (node: ServingNode): Promise<boolean> =>
  ((await get(node, '/api/admin/projections')) as readonly Json[]).every(
    ({ eventsBehind }) => eventsBehind === 0,
  );
const findings = async (node: ServingNode): Promise<string> =>
  (await post(node, '/api/admin/doctor', {})).text();
const recorded = async (node: ServingNode): Promise<readonly Json[]> => {
  const response = await node.fetch('/api/audit/streams/operations-log-loss');
  if (response.status === 404) return [];
  return ((await dataOf(response)) as { events: readonly Json[] }).events;
};
const exported = async (node: ServingNode): Promise<readonly Json[]> =>
  (await (await node.fetch('/api/audit/export?format=ndjson')).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);

describe('events missing from a KurrentDB restored from an older copy', () => {
  let kurrent: KurrentServer;
  let dataDir: string;
  let nodes: ServingNode[];

  const environment = (databaseUrl?: string): Readonly<Record<string, string>> => ({
    EVENTSTORE_URL: kurrent.url(),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  const keep = (node: ServingNode): ServingNode => {
    nodes.push(node);
    return node;
  };
  const startNode = async (databaseUrl?: string): Promise<ServingNode> =>
    keep(await startServingInProcess(dataDir, environment(databaseUrl)));
  /** A node that can be killed. */
  const startProcess = async (): Promise<ServingNode> =>
    keep(servingProcess(await startServerProcess(dataDir, environment())));
  const startedAgain = (node: ServingNode): Promise<unknown> =>
    until('the node has restarted', node.hasRestarted);

  /** The kept and the lost question, with the key of the latter. */
  const lose = async (node: ServingNode) => {
    const kept = await start(node);
    await until('everything has caught up', () => isSettled(node));
    const restore = kurrent.log.copy();
    const key = crypto.randomUUID();
    await start(node, key);
    const lost = await start(node);
    const asked = (await dataOf(
      await post(node, '/api/commands/AskQuery', { question: 'epinephrine dose for anaphylaxis' }),
    )) as Json;
    await until('the question is shown', async () => (await list(node)).includes(lost.id));
    await until('everything has caught up', () => isSettled(node));
    await kurrent.kill();
    restore();
    await kurrent.start();
    await until('the loss is detected', async () => !(await isReady(node)));
    const found = await lostOn(node);
    if (found === null) throw new Error('No loss was found.');
    expect(found.firstLost).toBeGreaterThan(kept.position);
    expect(found.firstLost).toBeLessThanOrEqual(lost.position);
    expect(found.lastLost).toBeGreaterThanOrEqual(Number(asked.position));
    expect((await post(node, '/api/commands/StartConversation', {})).status).toBe(503);
    expect(await findings(node)).toContain('npx anamnesis log-loss');
    return { kept, lost, key, found, lostQuery: String(asked.queryId) };
  };

  const expectGoneOn = async (
    node: ServingNode,
    { kept, lost, key, found, lostQuery }: Awaited<ReturnType<typeof lose>>,
  ): Promise<void> => {
    await until('the node answers', () => isReady(node));
    await until('the decision is recorded', async () => (await recorded(node)).length > 0);
    expect(await recorded(node)).toMatchObject([
      {
        type: 'LogEventsLost',
        data: { keptTo: found.firstLost - 1, lostTo: found.lastLost },
        // The operator, not a part of the system.
        metadata: { actor: { id: expect.not.stringMatching(/^system:/) } },
      },
    ]);
    expect(await findings(node)).toContain(
      `lost acknowledged events at positions ${found.firstLost} to ${found.lastLost}`,
    );
    expect(await lostOn(node)).toBeNull();
    // Not the stored answer, which refers to a missing event.
    const again = await start(node, key);
    await until('the question is shown', async () => (await list(node)).includes(again.id));
    const asked = (await dataOf(
      await post(node, '/api/commands/AskQuery', { question: 'epinephrine dose for anaphylaxis' }),
    )) as Json;
    expect(asked).toMatchObject({ answer: expect.anything() });
    await until('everything has caught up', () => isSettled(node));
    expect(await list(node)).toContain(kept.id);
    expect(await list(node)).not.toContain(lost.id);
    expect((await node.fetch(`/api/queries/${lostQuery}`)).status).toBe(404);
    const entries = await exported(node);
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1));
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lost-kurrent-events-'));
    nodes = [];
    kurrent = await startKurrentServer();
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.end()));
    await kurrent.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are given up by an operator who names them, and the node continues with the rest', async () => {
    const node = await startNode();
    const loss = await lose(node);
    const { firstLost, lastLost } = loss.found;
    for (const wrong of [
      { firstLost, lastLost: lastLost - 1 },
      { firstLost: firstLost - 1, lastLost },
    ])
      expect((await accept(node, wrong)).status).toBe(422);
    expect(await lostOn(node)).toEqual(loss.found);
    const shown = await cli(node, 'show');
    expect(shown.out).toContain(`log-loss accept --first ${firstLost} --last ${lastLost}`);
    expect((await cli(node, 'accept')).code).toBe(2);
    const accepted = await cli(node, 'accept', '--first', `${firstLost}`, '--last', `${lastLost}`);
    expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('given up') });
    await startedAgain(node);
    await expectGoneOn(node, loss);
    // Repeated, as after a lost response; and when no event is missing.
    expect((await accept(node, loss.found)).status).toBe(200);
    expect((await accept(node, { firstLost: 1, lastLost: 2 })).status).toBe(422);
    expect(await recorded(node)).toHaveLength(1);
  });

  it.each([30, 600])(
    'are given up entirely or not at all by a node killed %i ms after the request',
    async (milliseconds) => {
      const node = await startProcess();
      const loss = await lose(node);
      const asked = accept(node, loss.found).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await node.end();
      await asked;
      const next = await startNode();
      await until('the node accepts questions', async () => (await next.fetch('/api/admin/log-loss')).ok);
      expect((await accept(next, loss.found)).status).toBe(200);
      await expectGoneOn(next, loss);
    },
  );

  // Two nodes need a server, because PGlite serves only one process.
  it.skipIf(serverUrl === undefined)('are given up on every node at the same time', async () => {
    const database = await createServerDatabase(serverUrl ?? '');
    // After the hook that ends the nodes.
    onTestFinished(() => database[Symbol.asyncDispose]());
    const { url } = database;
    const [one, two] = [await startNode(url), await startNode(url)];
    const loss = await lose(one);
    await until('the other node has noticed', async () => !(await isReady(two)));
    expect((await accept(two, loss.found)).status).toBe(200);
    await Promise.all([startedAgain(one), startedAgain(two)]);
    await expectGoneOn(one, loss);
    const later = await start(two);
    await until('both nodes show the question', async () =>
      [await list(one), await list(two)].every((shown) => shown.includes(later.id)),
    );
  });
});
