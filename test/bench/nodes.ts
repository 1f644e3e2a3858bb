import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { NodeRole } from '../../ports/nodes.ts';
import { nodesRepresentation } from '../../read-api/representations/operations-representation.ts';
import { answering, startOpenAiServer } from '../support/openai-server.ts';
import { runCli } from '../support/run-cli.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { signTestToken } from '../support/test-user.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { closedLoop } from './harness/closed-loop.ts';
import { compare } from './harness/compare.ts';
import { generatedQuestions } from './harness/generated-protocols.ts';
import { percentile } from './harness/statistics.ts';

/** Milliseconds until the scripted model starts to answer: a worker's waiting time. */
const MODEL_MS = 1000;
/** Concurrent questions of a worker while it waits for the model: few, so that one worker is the bottleneck. */
const CONCURRENT = 8;

const nodesAnswer = z.object({ data: nodesRepresentation });
const ended = z.object({ data: z.object({ status: z.literal('answered') }) });

/** Several processes on one database, one blob folder and one scripted model. */
const openNodes = async (folder: string, url: string, more: Readonly<Record<string, string>>) => {
  const token = await signTestToken('asker', ['clinician', 'admin']);
  const running = new Set<ServerProcess>();
  const start = async (role: NodeRole): Promise<ServerProcess> => {
    const server = await startServerProcess(
      join(folder, 'data'),
      {
        LOG_LEVEL: 'error',
        DATABASE_URL: url,
        ROLE: role,
        RATE_LIMIT_QUESTIONS: '0',
        RATE_LIMIT_COMMANDS: '0',
        RATE_LIMIT_READS: '0',
        ...more,
      },
      { timeout: 120_000 },
    );
    running.add(server);
    return server;
  };
  const stop = async (server: ServerProcess): Promise<void> => {
    running.delete(server);
    await server.stop();
  };
  let n = 0;
  let unanswered = 0;
  return {
    token,
    start,
    stop,
    /** Asks one of the nodes and waits for the end of the question; a number makes every question unique. */
    ask: async ({ url: address }: ServerProcess): Promise<void> => {
      n += 1;
      const response = await fetch(`${address}/api/commands/AskQuery`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          prefer: 'wait=60',
        },
        body: JSON.stringify({
          question: `${generatedQuestions[n % generatedQuestions.length] ?? ''} Case ${n}.`,
          limit: 5,
        }),
      });
      if (!ended.safeParse(await response.json()).success) unanswered += 1;
    },
    /** Resolves once the given number of nodes share the work of questions evenly. */
    untilShared: async (server: ServerProcess, workers: number): Promise<void> => {
      for (;;) {
        const answer = nodesAnswer.parse(await (await server.fetch('/api/admin/nodes')).json());
        const held = answer.data.nodes
          .flatMap(({ work }) => work)
          .filter(({ name }) => name === 'query-orchestrator')
          .map(({ shares }) => shares);
        if (held.length === workers && Math.max(...held) - Math.min(...held) <= 1) return;
        await sleep(200);
      }
    },
    unanswered: () => unanswered,
    close: async (): Promise<void> => {
      await Promise.all([...running].map(stop));
    },
  };
};

type Shape = { readonly perSecond: number; readonly p95: number };

const ratesOf = (
  name: string,
  baseline: string,
  measured: readonly Shape[],
  baselineMeasured: readonly Shape[],
): readonly Figure[] => [
  compare({
    name: `${name}, questions answered`,
    unit: '/s',
    measured: measured.map(({ perSecond }) => perSecond),
    baseline,
    baselineMeasured: baselineMeasured.map(({ perSecond }) => perSecond),
  }),
  compare({
    name: `${name}, p95`,
    unit: 'ms',
    measured: measured.map(({ p95 }) => p95),
    baseline,
    baselineMeasured: baselineMeasured.map(({ p95 }) => p95),
  }),
];

/** The gain from further processes on one database: workers behind one front door, and whole nodes side by side. */
export const nodes: Benchmark = {
  name: 'nodes',
  run: async (context) => {
    if (context.choice.kind === 'PGlite')
      return { figures: [], notes: ['the embedded database serves one process: nothing to measure'] };
    const milliseconds = context.quick ? 3000 : 15_000;
    const rounds = context.quick ? 1 : 2;
    await using database = await createServerDatabase(context.choice.url);
    await using model = await startOpenAiServer();
    model.script.always = () => [
      { until: sleep(MODEL_MS) },
      ...answering('Keep the airway open and give oxygen [1].'),
    ];
    const figures: Figure[] = [];
    let unanswered = 0;
    for (const [work, environment] of [
      [
        `a model that waits ${MODEL_MS} ms`,
        {
          LOCAL_LLM_URL: model.baseUrl.href,
          LOCAL_LLM_MODEL: 'scripted',
          QUERY_CONCURRENCY: String(CONCURRENT),
        },
      ],
      ['excerpts, which are computed', {}],
    ] as const) {
      const opened = await openNodes(context.folder, database.url, environment);
      try {
        const front = await opened.start('api');
        await opened.start('projector');
        const measured = new Map<number, Shape[]>([1, 2, 4].map((count) => [count, []]));
        const workers: ServerProcess[] = [await opened.start('worker')];
        const ingested = await runCli(['ingest', 'samples', '-t', 'guideline'], {
          ANAMNESIS_URL: front.url,
          ANAMNESIS_TOKEN: opened.token,
        });
        if (ingested.code !== 0) throw new Error(`The samples were not ingested: ${ingested.err}`);
        for (let round = 0; round < rounds; round += 1) {
          // Ascending in one round and descending in the next, so that none always profits from its predecessor.
          for (const count of round % 2 === 0 ? [1, 2, 4] : [4, 2, 1]) {
            while (workers.length < count) workers.push(await opened.start('worker'));
            for (const one of workers.splice(count)) await opened.stop(one);
            await opened.untilShared(front, count);
            await closedLoop(50, 1000, () => opened.ask(front));
            const { perSecond, latencies } = await closedLoop(50, milliseconds, () => opened.ask(front));
            measured.get(count)?.push({ perSecond, p95: percentile(latencies, 0.95) });
          }
        }
        const alone = measured.get(1) ?? [];
        for (const count of [2, 4])
          figures.push(
            ...ratesOf(
              `${count} workers, ${work}, 50 callers`,
              'one worker',
              measured.get(count) ?? [],
              alone,
            ),
          );
        unanswered += opened.unanswered();
      } finally {
        await opened.close();
      }
    }

    const opened = await openNodes(context.folder, database.url, {});
    try {
      const all = [await opened.start('all')];
      const measure = async (callers: number): Promise<Shape> => {
        let turn = 0;
        const ask = async (): Promise<void> => {
          turn += 1;
          const node = all[turn % all.length];
          if (node) await opened.ask(node);
        };
        await closedLoop(callers, 1000, ask);
        const { perSecond, latencies } = await closedLoop(callers, milliseconds, ask);
        return { perSecond, p95: percentile(latencies, 0.95) };
      };
      const one: Shape[] = [];
      const three: Shape[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const leftover of all.splice(1)) await opened.stop(leftover);
        one.push(await measure(50));
        while (all.length < 3) all.push(await opened.start('all'));
        const [first] = all;
        if (first) await opened.untilShared(first, 3);
        three.push(await measure(200));
      }
      figures.push(...ratesOf('three nodes, 200 callers', 'one node, 50 callers', three, one));
      unanswered += opened.unanswered();
    } finally {
      await opened.close();
    }
    return {
      figures,
      notes: [
        `a worker handles ${CONCURRENT} questions at a time while it waits for the model, 64 otherwise`,
        'all processes, the database and the callers share the cores of this machine: what computes gains nothing beyond them',
        ...(unanswered > 0 ? [`${unanswered} questions were not answered`] : []),
      ],
    };
  },
};
