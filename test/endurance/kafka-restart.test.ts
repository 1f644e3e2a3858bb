import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import { canOwnKafka, type OwnKafka, startOwnKafka } from '../support/own-kafka.ts';
import type { Json } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const injuries = ['burn', 'bite', 'sting', 'fracture', 'sprain', 'laceration', 'abrasion', 'contusion'];
const textOf = (n: number): string => {
  const injury = injuries[n % injuries.length] ?? 'wound';
  return `# Guideline ${n}\n\nTreatment of a ${injury} number ${n}: clean the ${injury} with water.\n`;
};

/** An interval for costly checks, on a shared machine. */
const seldom = { interval: 250, timeout: 240_000 };

describe.skipIf(!canOwnKafka)(
  'a Kafka broker killed during ingestion and questions',
  { timeout: 900_000 },
  () => {
    let kafka: OwnKafka;
    let dataDir: string;
    let server: ServerProcess;
    let isOver = false;
    let isKilled = false;
    let load: Promise<unknown>;
    const queries: string[] = [];
    const jobs: string[] = [];
    const refused: number[] = [];

    const get = async (path: string): Promise<Json> => {
      const answer = (await (await server.fetch(path)).json()) as { data?: Json };
      return answer.data ?? {};
    };
    /** Sends one request after another until stopped, with pauses that leave the machine to others. */
    const send = async (
      make: (n: number) => Promise<Response>,
      keep: (data: Json) => void,
    ): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const response = await make(n);
        if (response.ok) keep(((await response.json()) as { data: Json }).data);
        else refused.push(response.status);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    };
    const ask = (n: number): Promise<Response> =>
      server.fetch('/api/commands/AskQuery', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: `How is a ${injuries[n % injuries.length]} number ${n} treated?` }),
      });
    const ingest = (n: number): Promise<Response> => {
      const form = new FormData();
      form.set('sourceType', 'guideline');
      form.set('docKey', `guideline-${n}`);
      form.set('file', new Blob([textOf(n)]), `guideline-${n}.md`);
      return server.fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
    };
    /** Waits until a new question and a new document are done. */
    const goesOn = async (what: string): Promise<void> => {
      const [query, job] = [queries.length, jobs.length];
      await expect
        .poll(
          async () => [
            (await get(`/api/queries/${queries[query]}`)).status,
            (await get(`/api/admin/kb/jobs/${jobs[job]}`)).state,
          ],
          { ...seldom, message: what },
        )
        .toEqual(['answered', 'COMPLETED']);
    };
    const countLines = (line: string): number => server.output().split(line).length - 1;
    const AWAY = 'Kafka is unavailable: a consumer takes its work from the log.';
    const BACK = 'A consumer takes its work from Kafka again.';

    beforeAll(async () => {
      kafka = await startOwnKafka();
      dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-kafka-'));
      server = await startServerProcess(dataDir, {
        KAFKA_BROKERS: kafka.broker,
        CONSUMER_FEED: 'kafka',
        LOG_LEVEL: 'info',
        // On a busy machine the search index may be built more slowly than a user would wait.
        QUERY_DEADLINE_MS: '240000',
        RATE_LIMIT_COMMANDS: '0',
        RATE_LIMIT_QUESTIONS: '0',
        RATE_LIMIT_READS: '0',
        UPLOAD_MB_PER_HOUR: '0',
      });
      load = Promise.all([
        send(ask, ({ queryId }) => queries.push(String(queryId))),
        send(ingest, ({ jobId }) => jobs.push(String(jobId))),
      ]);
    });
    // A second attempt needs a running broker.
    afterEach(async () => {
      if (isKilled) await kafka.start();
      isKilled = false;
    });
    afterAll(async () => {
      isOver = true;
      await load?.catch(() => {});
      await server?.kill();
      await kafka?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    });

    it('delays no request: requests are served from the log until it is back', async () => {
      refused.length = 0;
      // On a busy machine a consumer may find the broker too slow at first.
      await until('all consumers read from the log', () => countLines(BACK) === countLines(AWAY));
      await goesOn('work is done that comes from Kafka');
      const before = countLines(AWAY);
      await kafka.kill();
      isKilled = true;
      await until('the outage is noticed', () => countLines(AWAY) > before);
      await goesOn('work is done without Kafka');
      expect((await server.fetch('/health/ready')).status).toBe(200);

      await kafka.start();
      isKilled = false;
      await until(
        'all consumers are back',
        () => countLines(BACK) > before && countLines(BACK) === countLines(AWAY),
      );
      await goesOn('work is done that comes from Kafka again');
      expect(refused).toEqual([]);
      expect(server.process.exitCode).toBeNull();
    });

    it('loses nothing, and nothing is done twice', async () => {
      isOver = true;
      await load;
      for (const id of queries)
        await expect.poll(async () => (await get(`/api/queries/${id}`)).status, seldom).toBe('answered');
      for (const id of jobs)
        await expect
          .poll(async () => (await get(`/api/admin/kb/jobs/${id}`)).state, seldom)
          .toBe('COMPLETED');
      // A second delivery would have arrived by then.
      await expect
        .poll(async () => {
          const followers = (await get('/api/admin/projections')) as unknown as Json[];
          return followers.filter(({ eventsBehind, state }) => eventsBehind !== 0 || state !== 'running');
        }, seldom)
        .toEqual([]);
      const exported = (await (await server.fetch('/api/audit/export?format=ndjson')).text()).trim();
      const entries = exported.split('\n').map((line) => JSON.parse(line) as Json);
      expect(entries.map(({ position }) => Number(position))).toEqual(entries.map((_, index) => index + 1));
      const timesOf = (types: readonly string[], streamId: string): number =>
        entries.filter((entry) => entry.streamId === streamId && types.includes(String(entry.type))).length;
      const others = (ids: readonly string[], types: readonly string[], prefix: string) =>
        ids.map((id) => [id, timesOf(types, `${prefix}-${id}`)]).filter(([, times]) => times !== 1);
      expect(others(queries, ['QueryAnswered', 'QueryFailed', 'QueryCancelled'], 'query')).toEqual([]);
      expect(others(jobs, ['IndexingCompleted'], 'indexing')).toEqual([]);
      expect(others(jobs, ['ChunksEmbedded'], 'indexing')).toEqual([]);
    });
  },
);
