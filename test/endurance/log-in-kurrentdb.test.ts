import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type KurrentServer, startKurrentServer } from '../support/kurrent-server.ts';
import { until } from '../support/log-harness.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

type Json = Record<string, unknown>;

const dataOf = async (response: Response): Promise<Json> => {
  const body = (await response.json()) as Json;
  if (body.success !== true) throw new Error(JSON.stringify(body));
  return body.data as Json;
};

const guideline =
  '# Nosebleeds\n\nPinch the soft part of the nose for fifteen minutes and lean forward. Cold helps little.\n';

describe('an installation with its log in KurrentDB', () => {
  let kurrent: KurrentServer;
  let proxy: TcpProxy;
  let dataDir: string;
  let server: ServerProcess;
  /** Acknowledged ids, with their questions. */
  const acknowledged = new Map<string, string>();
  /** A second attempt uses the same key: it is the same question. */
  const firstKey = crypto.randomUUID();
  const refusals = new Map<string, number>();
  let isKurrentKilled = false;

  const start = async (): Promise<void> => {
    server = await startServerProcess(dataDir, {
      EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false`,
    });
  };
  const ask = (question: string, id: string): Promise<Response> =>
    server.fetch('/api/commands/AskQuery', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ question }),
    });
  /** Asks again and again, each question until it is accepted, like a client; ends on request. */
  const pester = (name: string) => {
    let stopped = false;
    const asking = async (caller: number): Promise<void> => {
      for (let n = 0; !stopped; n += 1) {
        const id = crypto.randomUUID();
        const question = `How long is a nose pinched, ${name} ${caller} ${n} (${id})?`;
        while (!stopped) {
          const response = await ask(question, id);
          if (response.ok) {
            acknowledged.set(String((await dataOf(response)).queryId), question);
            await new Promise((resolve) => setTimeout(resolve, 100));
            break;
          }
          const refusal = `${response.status} ${String(((await response.json()) as { error?: Json }).error?.code)}`;
          refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    };
    const work = Promise.all([asking(1), asking(2)]);
    // The caller that stops it gets the error.
    work.catch(() => {});
    onTestFinished(() => {
      stopped = true;
    });
    return async () => {
      stopped = true;
      await work;
    };
  };
  const more = (count: number): Promise<void> => {
    const before = acknowledged.size;
    return until('questions are accepted', () => acknowledged.size >= before + count);
  };
  const settled = (): Promise<void> =>
    until('every follower has caught up', async () => {
      const followers = (await dataOf(await server.fetch('/api/admin/projections'))) as unknown as Json[];
      return followers.every(({ eventsBehind, state }) => eventsBehind === 0 && state === 'running');
    });
  const isReady = async (): Promise<boolean> => (await server.fetch('/health/ready')).ok;
  const exported = async (): Promise<readonly Json[]> =>
    (await (await server.fetch('/api/audit/export?format=ndjson')).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);

  beforeAll(async () => {
    kurrent = await startKurrentServer();
    proxy = await startTcpProxy(`http://127.0.0.1:${kurrent.endpoint().port}`);
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-kurrent-'));
    await start();
  });
  afterAll(async () => {
    await server?.kill();
    await proxy?.[Symbol.asyncDispose]();
    await kurrent?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  const killKurrent = async (): Promise<void> => {
    await kurrent.kill();
    isKurrentKilled = true;
  };
  const startKurrent = async (): Promise<void> => {
    await kurrent.start();
    isKurrentKilled = false;
  };
  // A second attempt needs everything to be running.
  beforeEach(async () => {
    refusals.clear();
    if (isKurrentKilled) await startKurrent();
    if (server.process.exitCode !== null || server.process.signalCode !== null) await start();
  });

  it('ingests a document, and answers from it', async () => {
    const form = new FormData();
    form.set('sourceType', 'guideline');
    form.set('docKey', 'guideline-nose');
    form.set('title', 'Nosebleeds');
    form.set('file', new Blob([guideline]), 'nose.md');
    // Like a client: again under the same key when the log does not answer in time.
    const accepted = async (send: () => Promise<Response>): Promise<Json> => {
      let response = await send();
      await until('the request is accepted', async () => {
        if (response.status === 503) response = await send();
        return response.status !== 503;
      });
      return dataOf(response);
    };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const job = await accepted(() =>
      server.fetch('/api/commands/IngestDocument', { method: 'POST', headers, body: form }),
    );
    await until('the document is indexed', async () => {
      const response = await server.fetch(
        `/api/admin/kb/jobs/${String(job.jobId)}?after=${String(job.position)}`,
      );
      return response.ok && (await dataOf(response)).state === 'COMPLETED';
    });
    await settled();
    const { queryId } = await accepted(() => ask('How long is the nose pinched?', firstKey));
    acknowledged.set(String(queryId), 'How long is the nose pinched?');
    await until('the question is answered', async () => {
      const response = await server.fetch(`/api/queries/${String(queryId)}`);
      return response.ok && (await dataOf(response)).status === 'answered';
    });
    expect(JSON.stringify(await dataOf(await server.fetch(`/api/queries/${String(queryId)}`)))).toContain(
      'fifteen minutes',
    );
    expect(kurrent.log.records().some(({ stream }) => stream === `anamnesis.query-${String(queryId)}`)).toBe(
      true,
    );
  });

  it('resumes where it was when the program is killed and restarted', async () => {
    const stop = pester('killed program');
    await more(5);
    const old = server;
    const before = acknowledged.size;
    await old.kill();
    await stop().catch(() => {});
    await start();
    const again = pester('after the kill');
    await more(5);
    await again();
    expect(acknowledged.size).toBeGreaterThan(before);
  });

  it('immediately takes over its own executions from before a kill, under the same key', async () => {
    const key = crypto.randomUUID();
    const question = `How long is a nose pinched (${key})?`;
    const release = kurrent.holdAppends();
    const asked = ask(question, key).catch(() => undefined);
    const before = kurrent.calls().append;
    await until('the append is in transit', () => kurrent.calls().append > before);
    await server.kill();
    await asked;
    release();
    await start();
    const again = await ask(question, key);
    expect(again.status).toBe(202);
    acknowledged.set(String((await dataOf(again)).queryId), question);
  });

  it('waits for an event store that is killed midway, frozen, or drops connections', async () => {
    const stop = pester('killed store');
    const interruptions: readonly (() => Promise<void>)[] = [
      () => kurrent.restart(),
      async () => proxy.cut(),
      async () => {
        kurrent.loseAnswersOfAppends(3);
      },
      async () => {
        await killKurrent();
        await until('the server reports that it is not ready', async () => !(await isReady()));
        // Longer than all attempts of a consumer take.
        await new Promise((resolve) => setTimeout(resolve, 15_000));
        await startKurrent();
      },
      // Silently: the connection stays open, and nothing arrives any more.
      async () => kurrent.dropSubscriptions(),
    ];
    for (const interrupt of interruptions) {
      await more(3);
      await interrupt();
      await more(3);
    }
    await stop();
    await until('the server reports that it is ready', isReady);
    expect(server.process.exitCode).toBeNull();
    expect([...refusals.keys()].filter((refusal) => !/^50[34] /.test(refusal))).toEqual([]);
  });

  it('starts without the event store, reports that it is not ready, and becomes ready when the store is back', async () => {
    expect(await server.stop()).toBe(0);
    await killKurrent();
    await start();
    expect(await isReady()).toBe(false);
    await startKurrent();
    await until('the server reports that it is ready', isReady);
  });

  it("passes the doctor's check of the numbering", async () => {
    const report = await (
      await server.fetch('/api/admin/doctor', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).text();
    expect(report).toContain('The events in KurrentDB are numbered up to the last one.');
  });

  it('has lost nothing acknowledged, done nothing twice, and left no gap', async () => {
    await settled();
    const entries = await exported();
    expect(entries.map(({ position }) => Number(position))).toEqual(entries.map((_, index) => index + 1));
    const asked = entries.filter(({ type }) => type === 'QueryAsked');
    const streams = new Set(asked.map(({ streamId }) => streamId));
    expect([...acknowledged.keys()].filter((id) => !streams.has(`query-${id}`))).toEqual([]);
    // No outage used up the attempts at a question.
    const answered = new Set(
      entries.filter(({ type }) => type === 'QueryAnswered').map(({ streamId }) => streamId),
    );
    expect([...acknowledged.keys()].filter((id) => !answered.has(`query-${id}`))).toEqual([]);
    expect(entries.filter(({ type }) => type === 'EventParked')).toEqual([]);
    // Each question was asked under one key until it was accepted: none may occur twice.
    expect(new Set(asked.map(({ data }) => JSON.stringify((data as Json).question))).size).toBe(asked.length);
    const ours = kurrent.log.records().filter(({ stream }) => stream.startsWith('anamnesis.'));
    expect(new Set(ours.map(({ id }) => id)).size).toBe(ours.length);
    // Reads are recorded as well.
    expect(ours.length).toBeGreaterThanOrEqual(entries.length);
  });
});
