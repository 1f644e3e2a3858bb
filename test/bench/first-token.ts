import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { startOpenAiServer } from '../support/openai-server.ts';
import { runCli } from '../support/run-cli.ts';
import { startServerProcess } from '../support/server-process.ts';
import { signTestToken } from '../support/test-user.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { percentile } from './harness/statistics.ts';

/** Words without a claim, which are shown immediately. */
const FIRST_WORDS = 'Here is ';
/** Milliseconds between the first words of successive answers, so that ends of answers overlap with them. */
const SPACING_MS = 10;
/** Concurrent answers, below the limit of concurrent model calls, and the readers of each. */
const ANSWERS = 10;
const READERS = 2;

const asked = z.object({ data: z.object({ queryId: z.string() }) });

/** The times at which the given texts arrived; reads to the end. */
const arrivalsIn = (
  body: AsyncIterable<Uint8Array>,
  marks: readonly string[],
): readonly Promise<number>[] => {
  const arrivals = marks.map(() => Promise.withResolvers<number>());
  const read = async (): Promise<void> => {
    let text = '';
    for await (const bytes of body) {
      const now = performance.now();
      text += Buffer.from(bytes).toString('utf8');
      for (const [index, mark] of marks.entries()) if (text.includes(mark)) arrivals[index]?.resolve(now);
    }
  };
  read().then(
    () => arrivals.map(({ reject }) => reject(new Error('The stream has ended early.'))),
    (error: unknown) => arrivals.map(({ reject }) => reject(error)),
  );
  return arrivals.map(({ promise }) => promise);
};

/** An answer waiting for its first words to be written. */
type Waiting = {
  /** Writes them; returns the milliseconds until each reader received them. */
  readonly write: () => Promise<readonly number[]>;
  /** Resolves when nothing more will arrive. */
  readonly over: Promise<unknown>;
};

/** From writing a model's first words to their arrival at a reader. */
export const firstToken: Benchmark = {
  name: 'first-token',
  run: async (context) => {
    const rounds = context.quick ? 1 : 5;
    await using openai = await startOpenAiServer();
    const held: (() => void)[] = [];
    openai.script.always = () => [
      { until: new Promise<void>((resolve) => held.push(resolve)) },
      { say: FIRST_WORDS },
      { say: 'what the document says. ' },
      { say: 'Keep the airway open and give oxygen [1].' },
      { finish: 'stop' },
      'done',
    ];
    await using opened = await openBenchDatabase(context);
    const server = await startServerProcess(join(context.folder, 'data'), {
      LOG_LEVEL: 'warn',
      LOCAL_LLM_URL: openai.baseUrl.href,
      LOCAL_LLM_MODEL: 'scripted',
      LLM_FIRST_TOKEN_TIMEOUT_MS: '60000',
      QUERY_DEADLINE_MS: '120000',
      QUERY_CONCURRENCY: '32',
      RATE_LIMIT_QUESTIONS: '10000',
      MAX_STREAMS_PER_USER: '100',
      ...(opened.url === undefined ? {} : { DATABASE_URL: opened.url }),
    });
    const proxy = new Worker(new URL('./harness/bare-proxy.ts', import.meta.url), {
      workerData: { target: openai.baseUrl.href },
    });
    try {
      const proxyPort = z.number().parse((await once(proxy, 'message'))[0]);
      const token = await signTestToken('asker', ['clinician', 'admin']);
      const ingested = await runCli(['ingest', 'samples', '-t', 'guideline'], {
        ANAMNESIS_URL: server.url,
        ANAMNESIS_TOKEN: token,
      });
      if (ingested.code !== 0) throw new Error(`The samples were not ingested: ${ingested.err}`);
      const authorization = { authorization: `Bearer ${token}` };

      const waitingFor = (
        number: number,
        arrived: readonly Promise<number>[],
        over: readonly Promise<unknown>[],
      ): Waiting => ({
        write: async () => {
          const written = performance.now();
          held[number]?.();
          return (await Promise.all(arrived)).map((moment) => moment - written);
        },
        over: Promise.all(over),
      });
      const ask = async (): Promise<Waiting> => {
        const number = openai.calls.length;
        const response = await server.fetch('/api/commands/AskQuery', {
          method: 'POST',
          headers: { ...authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ question: 'treatment of status epilepticus' }),
        });
        const { queryId } = asked.parse(await response.json()).data;
        const readers = await Promise.all(
          Array.from({ length: READERS }, async () => {
            const path = `/api/queries/${queryId}/stream`;
            const { body } = await server.fetch(path, { headers: authorization });
            if (!body) throw new Error('There is no stream.');
            return arrivalsIn(body, ['"stage":"model_called"', 'event: draft', 'event: answer']);
          }),
        );
        await Promise.all([openai.called(number + 1), ...readers.map(([called]) => called)]);
        return waitingFor(
          number,
          readers.flatMap(([, drafted]) => drafted ?? []),
          readers.flatMap(([, , answered]) => answered ?? []),
        );
      };
      const askBare = async (): Promise<Waiting> => {
        const number = openai.calls.length;
        const { body } = await fetch(`http://127.0.0.1:${proxyPort}`, {
          method: 'POST',
          body: JSON.stringify({ model: 'scripted', messages: [] }),
        });
        if (!body) throw new Error('There is no stream.');
        const [drafted, ended] = arrivalsIn(body, [FIRST_WORDS, '[DONE]']);
        await openai.called(number + 1);
        return waitingFor(number, drafted ? [drafted] : [], ended ? [ended] : []);
      };
      /** The milliseconds of several answers, all of which wait at first. */
      const measure = async (begin: () => Promise<Waiting>, atOnce: number): Promise<readonly number[]> => {
        const times: number[] = [];
        for (let done = 0; done < (context.quick ? ANSWERS : 3 * ANSWERS); done += atOnce) {
          const answers: Waiting[] = [];
          for (let number = 0; number < atOnce; number += 1) answers.push(await begin());
          const written: Promise<readonly number[]>[] = [];
          for (const answer of answers) {
            await delay(SPACING_MS);
            written.push(answer.write());
          }
          times.push(...(await Promise.all(written)).flat());
          await Promise.all(answers.map(({ over }) => over));
        }
        return times;
      };
      await measure(ask, ANSWERS);
      await measure(askBare, ANSWERS);
      const results = await interleave(rounds, {
        one: () => measure(ask, 1),
        oneBare: () => measure(askBare, 1),
        many: () => measure(ask, ANSWERS),
        manyBare: () => measure(askBare, ANSWERS),
      });
      const common = { unit: 'ms', baseline: 'a bare proxy of the same stream', aim: 'within 5 ms' } as const;
      const shares = [
        ['p50', 0.5],
        ['p95', 0.95],
      ] as const;
      const cases = [
        [
          `first words of a model to its ${READERS} readers, one answer at a time`,
          results.one,
          results.oneBare,
        ],
        [`the same, ${ANSWERS * READERS} streams at a time`, results.many, results.manyBare],
      ] as const;
      return {
        figures: cases.flatMap(([name, measured, bare]) =>
          shares.map(([label, share]) =>
            compare({
              ...common,
              name: `${name}, ${label}`,
              measured: measured.map((times) => percentile(times, share)),
              baselineMeasured: bare.map((times) => percentile(times, share)),
            }),
          ),
        ),
      };
    } finally {
      await proxy.terminate();
      await server.kill();
    }
  },
};
