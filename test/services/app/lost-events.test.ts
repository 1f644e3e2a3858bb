import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/log-harness.ts';
import {
  canOwnPostgres,
  type OwnPostgres,
  type OwnReplica,
  startOwnPostgres,
} from '../../support/own-postgres.ts';
import { createServerDatabase, type ServerDatabase } from '../../support/server-database.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { type ServingNode, servingProcess, startServingInProcess } from '../../support/serving-in-process.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

type Json = Record<string, unknown>;

const dataOf = async (response: Response): Promise<unknown> => {
  const body = (await response.json()) as { success?: boolean; data?: unknown };
  if (body.success !== true) throw new Error(JSON.stringify(body));
  return body.data;
};
const get = async (server: ServingNode, path: string): Promise<unknown> => dataOf(await server.fetch(path));
const command = async (server: ServingNode, name: string, body: unknown): Promise<Json> =>
  (await dataOf(
    await server.fetch(`/api/commands/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=50' },
      body: JSON.stringify(body),
    }),
  )) as Json;
const start = async (server: ServingNode): Promise<{ id: string; position: number }> => {
  const { conversationId, position } = await command(server, 'StartConversation', {});
  return { id: String(conversationId), position: Number(position) };
};
const list = async (server: ServingNode): Promise<readonly string[]> =>
  ((await get(server, '/api/conversations?limit=500')) as readonly Json[]).map(({ conversationId }) =>
    String(conversationId),
  );
type Loss = { readonly keptTo: number; readonly lostTo: number };
const losses = async (server: ServingNode): Promise<readonly Loss[]> => {
  const response = await server.fetch('/api/audit/streams/operations-log-loss');
  if (response.status === 404) return [];
  return ((await dataOf(response)) as { events: readonly { data: Loss }[] }).events.map(({ data }) => data);
};
const findings = async (server: ServingNode): Promise<string> =>
  (
    await server.fetch('/api/admin/doctor', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  ).text();
const isReady = (server: ServingNode): Promise<boolean> =>
  server.fetch('/health/ready').then(
    (response) => response.ok,
    () => false,
  );

const isSettled = async (server: ServingNode): Promise<boolean> =>
  ((await get(server, '/api/admin/projections')) as readonly Json[]).every(
    ({ eventsBehind }) => eventsBehind === 0,
  );

// Skipped when PostgreSQL cannot be started, which `test/support/own-postgres.ts` reports.
describe.skipIf(!canOwnPostgres)('a database that lacks events already read by nodes', () => {
  let postgres: OwnPostgres;
  let isStopped = false;
  let database: ServerDatabase;
  let proxy: TcpProxy;
  let dataDir: string;
  let nodes: ServingNode[];
  let replica: OwnReplica | undefined;

  const keep = (node: ServingNode): ServingNode => {
    nodes.push(node);
    return node;
  };
  const startNode = async (url = proxy.urlFor(database.url)): Promise<ServingNode> =>
    keep(await startServingInProcess(dataDir, { DATABASE_URL: url }));
  /** The program itself, as an operator runs it. */
  const startProgram = async (): Promise<ServingNode> =>
    keep(servingProcess(await startServerProcess(dataDir, { DATABASE_URL: proxy.urlFor(database.url) })));
  const startReplica = async (): Promise<OwnReplica> => {
    replica = await postgres.replicate();
    return replica;
  };
  const startedAgain = (node: ServingNode): Promise<unknown> =>
    until('the node has restarted', node.hasRestarted);

  const stopPostgres = async (mode: 'fast' | 'immediate'): Promise<void> => {
    isStopped = true;
    await postgres.stop(mode);
  };
  const startPostgres = async (): Promise<void> => {
    await postgres.start();
    isStopped = false;
  };

  beforeAll(async () => {
    postgres = await startOwnPostgres();
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lost-events-'));
    nodes = [];
    replica = undefined;
    database = await createServerDatabase(postgres.url);
    proxy = await startTcpProxy(postgres.url);
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.end()));
    await proxy[Symbol.asyncDispose]();
    await replica?.[Symbol.asyncDispose]();
    if (isStopped) await startPostgres();
    await database[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  it('after a failover is read from its end by every node, which continues, and reports the loss', async () => {
    const standby = await startReplica();
    const [one, two] = [await startProgram(), await startNode()];
    const kept = await start(one);
    await standby.fallBehind();
    const lost = await start(one);
    await until('both nodes show the question', async () => (await list(two)).includes(lost.id));

    await stopPostgres('immediate');
    await standby.promote();
    proxy.redirect(standby.url);
    await Promise.all([startedAgain(one), startedAgain(two)]);
    await until('both nodes answer', async () => (await isReady(one)) && (await isReady(two)));

    const found = await losses(one);
    for (const { keptTo, lostTo } of found)
      expect([keptTo >= kept.position, keptTo < lost.position, lostTo >= lost.position]).toEqual([
        true,
        true,
        true,
      ]);
    // A node that had read further than the first one reports it too.
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(2);
    expect(await findings(two)).toContain(`positions ${(found[0]?.keptTo ?? 0) + 1} to`);

    for (const node of [one, two]) {
      const later = await start(node);
      const asked = await command(node, 'AskQuery', { question: 'epinephrine dose for anaphylaxis' });
      expect(asked).toMatchObject({ answer: expect.anything() });
      await until('both nodes show the later question', async () =>
        [await list(one), await list(two)].every((shown) => shown.includes(later.id)),
      );
    }
    expect(await list(two)).toContain(kept.id);
    expect(await list(two)).not.toContain(lost.id);
  });

  it('that fails over without a loss continues, and no loss is reported', async () => {
    const standby = await startReplica();
    const node = await startNode();
    const kept = await start(node);
    await until('everything has caught up', () => isSettled(node));
    await standby.fallBehind();
    await stopPostgres('immediate');
    await standby.promote();
    proxy.redirect(standby.url);
    await startedAgain(node);
    await until('the node answers', () => isReady(node));
    expect(await list(node)).toContain(kept.id);
    expect(await losses(node)).toEqual([]);
  });

  it.each([
    { when: 'while a node runs', isRunning: true },
    { when: 'while no node runs', isRunning: false },
  ])(
    'from an older copy restored $when is detected, although new events pass the old end',
    async ({ isRunning }) => {
      const first = await startNode();
      const kept = await start(first);
      await until('everything has caught up', () => isSettled(first));
      await first.end();
      await stopPostgres('fast');
      const restore = await postgres.copyFiles();
      await startPostgres();
      const node = await startNode();
      const lost = await start(node);
      await until('the question is shown', async () => (await list(node)).includes(lost.id));
      if (!isRunning) await node.end();

      proxy.refuse();
      await stopPostgres('immediate');
      await restore();
      await startPostgres();
      let after = node;
      if (isRunning) {
        // Another node writes past the old end before this one can connect again.
        const other = await startNode(database.url);
        for (let n = 0; n < 5; n += 1) await start(other);
        proxy.accept();
        await startedAgain(node);
      } else {
        proxy.accept();
        after = await startNode();
      }
      await until('the node answers', () => isReady(after));

      const [loss] = await losses(after);
      expect(loss).toMatchObject({ lostTo: expect.any(Number) });
      expect(loss?.keptTo).toBeGreaterThanOrEqual(kept.position);
      expect(loss?.lostTo).toBeGreaterThanOrEqual(lost.position);
      expect(await findings(after)).toContain('lost acknowledged events');
      const later = await start(after);
      await until('the later question is shown', async () => (await list(after)).includes(later.id));
      expect(await list(after)).toContain(kept.id);
      expect(await list(after)).not.toContain(lost.id);
    },
  );
});
