import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../support/log-harness.ts';
import {
  canOwnPostgres,
  type OwnPostgres,
  type OwnReplica,
  startOwnPostgres,
} from '../../../../support/own-postgres.ts';
import { type InProcess, type Json, startInProcess } from '../../../../support/server-in-process.ts';
import { startTcpProxy, type TcpProxy } from '../../../../support/tcp-proxy.ts';

describe.runIf(canOwnPostgres)('a streaming replica', () => {
  let primary: OwnPostgres;
  let replica: OwnReplica;
  let proxy: TcpProxy;
  let server: InProcess;
  let dataDir: string;
  let isRunning = false;
  let isReplicaStopped = false;

  beforeAll(async () => {
    primary = await startOwnPostgres();
    dataDir = await mkdtemp(join(tmpdir(), 'read-replicas-'));
  });
  const leave = async (): Promise<void> => {
    proxy?.resume();
    await server?.stop();
    isRunning = false;
    await proxy?.[Symbol.asyncDispose]();
    await replica?.[Symbol.asyncDispose]();
  };
  beforeEach(async () => {
    if (isRunning) return;
    replica = await primary.replicate();
    proxy = await startTcpProxy(replica.url);
    server = await startInProcess({
      dataDir,
      environment: {
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URL: proxy.urlFor(replica.url),
        // Requires everything from the primary, so that the shown data is deterministic.
        DATABASE_REPLICA_MAX_LAG_MS: '0',
      },
    });
    isRunning = true;
  });
  // A second attempt needs a replica that responds.
  afterEach(async () => {
    proxy.resume();
    if (isReplicaStopped) await replica.start();
    isReplicaStopped = false;
  });
  afterAll(async () => {
    if (isRunning) await leave();
    await primary?.[Symbol.asyncDispose]();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const counted = async (outcome: string): Promise<number> => {
    const text = await (await server.request('/metrics')).text();
    const line = text
      .split('\n')
      .find((one) => one.startsWith('anamnesis_read_replica_reads_total') && one.includes(`"${outcome}"`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const start = async (): Promise<{ readonly id: string; readonly position: number }> => {
    const { conversationId, position } = await server.command('StartConversation', {});
    return { id: String(conversationId), position: Number(position) };
  };
  const list = async (position?: number): Promise<readonly string[]> => {
    const query = position === undefined ? '' : `&after=${position}`;
    const found = (await server.get(`/api/conversations?limit=500${query}`)) as unknown as readonly Json[];
    return found.map(({ conversationId }) => String(conversationId));
  };
  /** Reads until the replica has answered again. */
  const untilRead = async (): Promise<void> => {
    const before = await counted('read');
    await until('the replica serves the reads', async () => {
      await list();
      return (await counted('read')) > before;
    });
  };
  const doctorReport = async (): Promise<string> => {
    const text = await (await server.post('/api/admin/doctor', {})).text();
    return text;
  };

  it('shows the same as the primary, and serves the reads', async () => {
    const { id, position } = await start();
    expect(await list(position)).toContain(id);
    await untilRead();
    expect(await list()).toContain(id);
    const sessions = await replica.administer(
      `select 1 from pg_stat_activity where application_name = 'anamnesis-read-models'`,
    );
    expect(sessions.length).toBeGreaterThan(0);
    expect(await doctorReport()).toContain('Read replica 1 is in use');
  });

  it("is bypassed while it lags, so that everyone sees their own writes and the primary's", async () => {
    await replica.administer('select pg_wal_replay_pause()');
    try {
      const before = await counted('behind');
      const { id, position } = await start();
      expect(await list(position)).toContain(id);
      expect(await list()).toContain(id);
      expect(await counted('behind')).toBeGreaterThan(before);
    } finally {
      await replica.administer('select pg_wal_replay_resume()');
    }
    await untilRead();
  });

  it('fails no read when it falls silent midway, and is used again when it answers', async () => {
    await untilRead();
    proxy.silence();
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.request('/api/conversations')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    await Promise.all(answers.map((answer) => answer.text()));
    expect(await doctorReport()).toContain('Read replica 1 is not in use');
    proxy.resume();
    await untilRead();
  });

  it('fails no read when it is killed, and is used again when it is back', async () => {
    await untilRead();
    const answers: Promise<number>[] = [];
    const read = () =>
      server.request('/api/conversations').then(async (answer) => {
        await answer.text();
        return answer.status;
      });
    for (let count = 0; count < 20; count += 1) answers.push(read());
    await replica.stop('immediate');
    isReplicaStopped = true;
    for (let count = 0; count < 20; count += 1) answers.push(read());
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
    await replica.start();
    isReplicaStopped = false;
    await untilRead();
  });

  it('is bypassed after its promotion, because it diverges from then on', async () => {
    // Once promoted it is no longer a replica: a second attempt creates another.
    onTestFinished(leave);
    await untilRead();
    await replica.promote();
    const { id, position } = await start();
    expect(await list(position)).toContain(id);
    await until('the promotion is detected', async () => (await doctorReport()).includes('it was promoted'));
    const before = await counted('read');
    expect(await list()).toContain(id);
    expect(await counted('read')).toBe(before);
  });
});
