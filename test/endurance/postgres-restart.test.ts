import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import { canOwnPostgres, type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

type Json = Record<string, unknown>;
type Answer = { readonly status: number; readonly code?: unknown };

const dataOf = async (response: Response): Promise<Json> => {
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new Error('not an envelope');
  return body.data as Json;
};

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

/** Asks and reads almost without a pause until stopped; records acknowledgements and every other response. */
const pester = (server: ServerProcess) => {
  const acknowledged = new Map<string, string>();
  const refused: Answer[] = [];
  let stopped = false;
  const refusal = async (response: Response): Promise<void> => {
    const body = (await response.json()) as { error?: { code?: unknown } };
    refused.push({ status: response.status, code: body.error?.code });
    // A refused request is retried like a client would: refusals count for the limit of requests too.
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  const asking = async (caller: number): Promise<void> => {
    for (let n = 0; !stopped; n += 1) {
      const question = `midazolam dose for seizures, caller ${caller} number ${n}`;
      const response = await server.fetch('/api/commands/AskQuery', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question }),
      });
      if (response.ok) acknowledged.set(String((await dataOf(response)).queryId), question);
      else await refusal(response);
      await aMoment();
    }
  };
  const reading = async (path: string): Promise<void> => {
    while (!stopped) {
      const response = await server.fetch(path);
      if (response.ok) await response.arrayBuffer();
      else await refusal(response);
      await aMoment();
    }
  };
  const work = Promise.all([
    asking(1),
    asking(2),
    asking(3),
    reading('/api/documents'),
    reading('/api/audit/entries'),
    reading('/api/conversations'),
  ]);
  // The caller that stops it gets the error.
  work.catch(() => {});
  return {
    acknowledged,
    refused,
    stop: async () => {
      stopped = true;
      await work;
    },
  };
};

// Skipped when PostgreSQL cannot be started, which `test/support/own-postgres.ts` reports.
describe.skipIf(!canOwnPostgres)('a PostgreSQL server that disappears and returns under load', () => {
  let postgres: OwnPostgres;
  let dataDir: string;
  let server: ServerProcess;
  let pestering: ReturnType<typeof pester>;
  const interruptions = ['terminate', 'fast', 'immediate', 'terminate'] as const;
  let recoveries = 0;

  const interrupt = async (how: (typeof interruptions)[number]): Promise<void> => {
    if (how === 'terminate') {
      await postgres.terminateBackends();
      return;
    }
    await postgres.stop(how);
    await postgres.start();
  };

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-restart-'));
    server = await startServerProcess(dataDir, { DATABASE_URL: postgres.url });
    pestering = pester(server);
    for (const how of interruptions) {
      const before = pestering.acknowledged.size;
      await until('work is in progress', () => pestering.acknowledged.size > before + 10);
      await interrupt(how);
      const after = pestering.acknowledged.size;
      await until(
        'commands are accepted again',
        () => server.process.exitCode !== null || pestering.acknowledged.size > after + 10,
      );
      if (server.process.exitCode !== null) break;
      recoveries += 1;
    }
    await pestering.stop().catch(() => {});
  });
  afterAll(async () => {
    await server?.kill();
    await postgres?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('does not crash the process, which continues without a restart', () => {
    expect(server.process.exitCode).toBeNull();
    expect(recoveries).toBe(interruptions.length);
  });

  it('loses no acknowledged event and leaves no gap', async () => {
    const exported = await (await server.fetch('/api/audit/export?format=ndjson')).text();
    const entries = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    expect(entries.map(({ position }) => Number(position))).toEqual(entries.map((_, index) => index + 1));
    const asked = new Set(
      entries.filter(({ type }) => type === 'QueryAsked').map(({ streamId }) => streamId),
    );
    const lost = [...pestering.acknowledged.keys()].filter((queryId) => !asked.has(`query-${queryId}`));
    expect(lost).toEqual([]);
  });

  it('answers every acknowledged question', async () => {
    await until('every follower has caught up', async () => {
      const followers = (await dataOf(await server.fetch('/api/admin/projections'))) as unknown as Json[];
      return followers.every(({ eventsBehind, state }) => eventsBehind === 0 && state === 'running');
    });
    const [last] = [...pestering.acknowledged.keys()].toReversed();
    expect(await dataOf(await server.fetch(`/api/queries/${last}`))).toMatchObject({ status: 'answered' });
    expect((await server.fetch('/health/ready')).status).toBe(200);
  });

  it('is reported to callers as unavailable, never as an internal error', () => {
    expect(pestering.refused.length).toBeGreaterThan(0);
    const others = pestering.refused.filter(({ status }) => status !== 503 && status !== 504);
    expect(others).toEqual([]);
  });
});
