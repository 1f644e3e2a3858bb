import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startConversation } from '../../commands/start-conversation.ts';
import type { NewEvent, StreamId } from '../../domain/kernel/event.ts';
import type { Application } from '../../infra/create-application.ts';
import { metadata } from '../support/events.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { openBenchApplication } from './harness/open-bench-application.ts';
import { resetProjectionByName } from './harness/reset-projection.ts';
import { percentile } from './harness/statistics.ts';

/** Events of one append: as many as it may hold. */
const BATCH = 1000;
/** Batches under way, so that serializing one overlaps with writing another. */
const AT_ONCE = 2;
/** Every so many events is one that the read model folds; it has to find them among the others. */
const ONE_IN = 10;
const PROJECTION = 'conversations';
const COMMAND_PAUSE_MS = 20;
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 60 * 60_000;
const root = join(import.meta.dirname, '../..');

type Opened = Awaited<ReturnType<typeof openBenchApplication>>;

/** Fills the log up to so many events, as a hospital would in years: mostly who read what. */
export const fillLog = async ({ http }: Application, events: number): Promise<void> => {
  const { eventStore, identity } = http;
  let stored = await eventStore.head();
  const batchOf = (size: number): { streamId: StreamId; batch: NewEvent[] } => {
    const streamId: StreamId = `access-${identity.newId()}`;
    const batch = Array.from({ length: size }, (_, index): NewEvent => {
      const id = identity.newId();
      return index % ONE_IN === 0
        ? {
            id,
            type: 'ConversationStarted',
            data: { conversationId: identity.newId() },
            metadata: metadata(),
          }
        : { id, type: 'AnswerRead', data: { queryId: id }, metadata: metadata() };
    });
    return { streamId, batch };
  };
  const writer = async (): Promise<void> => {
    while (stored < events) {
      const size = Math.min(BATCH, events - stored);
      stored += size;
      const { streamId, batch } = batchOf(size);
      await eventStore.append(streamId, batch, 'no-stream');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
};

const untilCaughtUp = async ({ http }: Application): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const followers = await http.projectionStatus.list();
    if (followers.every(({ eventsBehind }) => eventsBehind === 0)) return;
    if (performance.now() > deadline) throw new Error('The followers did not catch up.');
    await sleep(LOOK_EVERY_MS * 5);
  }
};

type Rebuild = {
  readonly seconds: number;
  /** Milliseconds. */
  readonly commands: readonly number[];
  readonly longestPause: number;
};

/** Resets a projection and sends commands until the new generation has taken over. */
const rebuild = async ({ application, commandContext }: Opened): Promise<Rebuild> => {
  const { http } = application;
  const generationNow = async (): Promise<number> =>
    (await http.projectionStatus.list()).find(({ name }) => name === PROJECTION)?.generation ?? 0;
  const before = await generationNow();
  const commands: number[] = [];
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  const began = performance.now();
  await resetProjectionByName(application, PROJECTION, commandContext());
  pauses.enable();
  while ((await generationNow()) === before) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('The rebuild did not end.');
    const sentAt = performance.now();
    await startConversation.handle({}, commandContext(), http.commandServices, undefined);
    commands.push(performance.now() - sentAt);
    await sleep(COMMAND_PAUSE_MS);
  }
  pauses.disable();
  return { seconds: (performance.now() - began) / 1000, commands, longestPause: pauses.max / 1e6 };
};

/** Milliseconds from the start of the process until it is ready. */
const startOn = async (environment: Readonly<Record<string, string>>): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, ['infra/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...environment, PORT: '0' },
  });
  const exited = once(child, 'exit');
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (part: Buffer) => {
        output += part.toString();
        const [, listening] = /listening on (http:\S+)/.exec(output) ?? [];
        if (listening !== undefined) resolve(listening);
      });
      child.on('exit', () => reject(new Error(`The server did not start:\n${output}`)));
    });
    while ((await fetch(`${url}/health/ready`)).status !== 200) await sleep(LOOK_EVERY_MS);
    return performance.now() - began;
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
};

/** How rebuilding a read model, and starting, change with the length of the log. */
export const rebuilds: Benchmark = {
  name: 'rebuild',
  run: async (context) => {
    const sizes = context.quick ? [5_000, 10_000] : [100_000, 300_000, 1_000_000];
    const figures: Figure[] = [];
    const notes: string[] = [];
    await using opened = await openBenchApplication(context);
    const { application } = opened;
    let first: number | undefined;
    for (const size of sizes) {
      const name = `${size.toLocaleString('en')} events`;
      const loading = performance.now();
      await fillLog(application, size);
      const loaded = (performance.now() - loading) / 1000;
      await untilCaughtUp(application);
      const caughtUp = (performance.now() - loading) / 1000;
      const { seconds, commands, longestPause } = await rebuild(opened);
      const perEvent = (seconds * 1e6) / size;
      first ??= perEvent;
      const p95 = percentile(commands, 0.95);
      figures.push(
        {
          name: `rebuild, ${name}`,
          unit: 'µs an event',
          measured: perEvent,
          baseline: 'the shortest log',
          baselineMeasured: first,
          ratio: perEvent / first,
          aim: '1: linear',
        },
        {
          name: `a command meanwhile (p95), ${name}`,
          unit: 'ms',
          measured: p95,
          baseline: '100 ms',
          baselineMeasured: 100,
          ratio: p95 / 100,
          aim: 'below 1',
        },
        {
          name: `the event loop's longest pause meanwhile, ${name}`,
          unit: 'ms',
          measured: longestPause,
          baseline: '1 s, in which a probe wants its answer',
          baselineMeasured: 1000,
          ratio: longestPause / 1000,
          aim: 'below 1',
        },
      );
      notes.push(
        `${name}: loaded after ${loaded.toFixed(1)} s, all followers caught up after ${caughtUp.toFixed(1)} s, rebuilt in ${seconds.toFixed(1)} s with ${commands.length} commands meanwhile`,
      );
      process.stderr.write(
        `${notes.at(-1)}; p95 ${p95.toFixed(0)} ms, longest pause ${longestPause.toFixed(0)} ms\n`,
      );
    }
    await opened.stop();
    const start = await startOn(opened.environment);
    figures.push({
      name: 'start until ready, on the longest log',
      unit: 'ms',
      measured: start,
      baseline: '5 s',
      baselineMeasured: 5000,
      ratio: start / 5000,
      aim: 'below 1',
    });
    return { figures, notes };
  },
};
