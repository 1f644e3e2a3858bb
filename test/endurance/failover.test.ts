import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import {
  canOwnPostgres,
  type OwnPostgres,
  type OwnReplica,
  startOwnPostgres,
} from '../support/own-postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

type Json = Record<string, unknown>;

const dataOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { data?: unknown }).data;

/** Asks a node without a pause until stopped; records acknowledgements with their time. */
const pester = (server: ServerProcess, caller: number) => {
  const acknowledged = new Map<string, number>();
  let stopped = false;
  const work = (async () => {
    for (let n = 0; !stopped; n += 1) {
      const response = await server
        .fetch('/api/commands/AskQuery', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ question: `midazolam dose for seizures, caller ${caller} number ${n}` }),
        })
        // While the node restarts nothing listens.
        .catch(() => undefined);
      if (response?.ok) {
        const { queryId } = (await dataOf(response)) as { queryId: string };
        acknowledged.set(queryId, performance.now());
      } else {
        await response?.arrayBuffer();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }
  })();
  work.catch(() => {});
  return {
    acknowledged,
    stop: async () => {
      stopped = true;
      await work;
    },
  };
};

// Skipped when PostgreSQL cannot be started, which `test/support/own-postgres.ts` reports.
describe.skipIf(!canOwnPostgres)('a failover under load to a replica that lacks commits', () => {
  let postgres: OwnPostgres;
  let replica: OwnReplica;
  let proxy: TcpProxy;
  let dataDir: string;
  let nodes: readonly ServerProcess[];
  let callers: readonly ReturnType<typeof pester>[];
  let promotedAt: number;

  const acknowledged = (): number => callers.reduce((sum, { acknowledged: { size } }) => sum + size, 0);
  const exported = async (node: ServerProcess): Promise<readonly Json[]> =>
    (await (await node.fetch('/api/audit/export?format=ndjson')).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
  const settled = (node: ServerProcess): Promise<void> =>
    until('every follower has caught up', async () => {
      const followers = (await dataOf(await node.fetch('/api/admin/projections'))) as readonly Json[];
      return followers.every(({ eventsBehind }) => eventsBehind === 0);
    });

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    proxy = await startTcpProxy(postgres.url);
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-failover-'));
    const environment = { DATABASE_URL: proxy.urlFor(postgres.url) };
    const first = await startServerProcess(dataDir, environment);
    nodes = [first, await startServerProcess(dataDir, environment)];
    replica = await postgres.replicate();
    callers = nodes.map(pester);
    const until10More = (): Promise<void> => {
      const before = acknowledged();
      return until('questions are accepted', () => acknowledged() > before + 10);
    };
    await until10More();
    await replica.fallBehind();
    await until10More();
    proxy.refuse();
    proxy.cut();
    await postgres.stop('immediate');
    await replica.promote();
    promotedAt = performance.now();
    proxy.redirect(replica.url);
    proxy.accept();
    await until10More();
    await Promise.all(callers.map(({ stop }) => stop()));
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.kill()));
    await proxy?.[Symbol.asyncDispose]();
    await replica?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('loses nothing acknowledged after it, and answers everything left in the log', async () => {
    const [node] = nodes;
    if (node === undefined) throw new Error('No node was started.');
    for (const each of nodes) await settled(each);
    const entries = await exported(node);
    expect(entries.map(({ position }) => Number(position))).toEqual(entries.map((_, index) => index + 1));
    const streamsWith = (type: string): ReadonlySet<unknown> =>
      new Set(entries.filter((entry) => entry.type === type).map(({ streamId }) => streamId));
    const [asked, answered] = [streamsWith('QueryAsked'), streamsWith('QueryAnswered')];
    const later = callers.flatMap((caller) =>
      [...caller.acknowledged].flatMap(([id, at]) => (at > promotedAt ? [`query-${id}`] : [])),
    );
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter((id) => !asked.has(id))).toEqual([]);
    expect([...asked].filter((id) => !answered.has(id))).toEqual([]);
  });

  it('names all positions whose events were lost', async () => {
    const [node] = nodes;
    if (node === undefined) throw new Error('No node was started.');
    const entries = await exported(node);
    const losses = entries.filter(({ type }) => type === 'LogEventsLost').map(({ data }) => data as Json);
    expect(losses.length).toBeGreaterThan(0);
    const asked = new Set(entries.map(({ streamId }) => streamId));
    const lost = callers.flatMap((caller) =>
      [...caller.acknowledged.keys()].filter((id) => !asked.has(`query-${id}`)),
    );
    const named = Math.max(...losses.map(({ keptTo, lostTo }) => Number(lostTo) - Number(keptTo)));
    expect(lost.length).toBeGreaterThan(0);
    expect(named).toBeGreaterThanOrEqual(lost.length);
  });

  it('leaves read models that match the log', async () => {
    const [, node] = nodes;
    if (node === undefined) throw new Error('No second node was started.');
    for (const name of ['queries', 'query-log', 'audit-entries', 'conversations']) {
      const response = await node.fetch(`/api/admin/projections/${name}/verify`, { method: 'POST' });
      const lines = (await response.text()).trim().split('\n');
      const result = JSON.parse(lines.at(-1) ?? '{}') as Json;
      expect({ name, ...result }).toMatchObject({ name, kind: 'result', leftOut: [] });
      expect(result.difference).toBeUndefined();
    }
  });
});
