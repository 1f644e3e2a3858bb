import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { type Application, createApplication } from '../../app/create-application.ts';
import { startConversation } from '../../commands/start-conversation.ts';
import { programArguments } from '../support/program-arguments.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { fillLog } from './harness/fill-log.ts';
import { openBenchApplication } from './harness/open-bench-application.ts';
import { resetProjectionByName } from './harness/reset-projection.ts';
import { percentile } from './harness/statistics.ts';
import { untilCaughtUp } from './harness/until-caught-up.ts';

const PROJECTION = 'conversations';
const COMMAND_PAUSE_MS = 20;
const IDLE_COMMANDS = 50;
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 60 * 60_000;
const root = join(import.meta.dirname, '../..');

type Opened = Awaited<ReturnType<typeof openBenchApplication>>;

type Rebuild = {
  readonly seconds: number;
  /** Processor seconds, which hardly depend on the load of the machine. */
  readonly computing: number;
  /** Milliseconds of the same command without a rebuild. */
  readonly idleCommands: readonly number[];
  /** Milliseconds. */
  readonly commands: readonly number[];
  readonly maxPause: number;
};

/** Resets a projection and sends commands until the new generation has taken over. */
const rebuild = async (
  application: Application,
  commandContext: Opened['commandContext'],
): Promise<Rebuild> => {
  const { http } = application;
  const generationNow = async (): Promise<number> =>
    (await http.projectionStatus.list()).find(({ name }) => name === PROJECTION)?.generation ?? 0;
  const before = await generationNow();
  const sendCommand = async (): Promise<number> => {
    const sentAt = performance.now();
    await startConversation.handle({}, commandContext(), http.commandServices, undefined);
    return performance.now() - sentAt;
  };
  const idleCommands: number[] = [];
  for (let n = 0; n < IDLE_COMMANDS; n += 1) {
    idleCommands.push(await sendCommand());
    await sleep(COMMAND_PAUSE_MS);
  }
  const commands: number[] = [];
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  const began = performance.now();
  const computedBefore = process.cpuUsage();
  await resetProjectionByName(application, PROJECTION, commandContext());
  pauses.enable();
  let isOver = false;
  const sendCommands = async (): Promise<void> => {
    while (!isOver) {
      commands.push(await sendCommand());
      await sleep(COMMAND_PAUSE_MS);
    }
  };
  const sending = sendCommands();
  while ((await generationNow()) === before) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('The rebuild did not end.');
    await sleep(LOOK_EVERY_MS * 5);
  }
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(computedBefore);
  isOver = true;
  await sending;
  pauses.disable();
  return {
    seconds,
    computing: (user + system) / 1e6,
    idleCommands,
    commands,
    maxPause: pauses.max / 1e6,
  };
};

/** Milliseconds from the start of the process until it is ready. */
const startOn = async (environment: Readonly<Record<string, string>>): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, programArguments('app/main.ts'), {
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
        const [, listening] = /listening on (http:[^\s"]+)/.exec(output) ?? [];
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

/** Rebuild and start times as a function of the length of the log. */
export const rebuilds: Benchmark = {
  name: 'rebuild',
  run: async (context) => {
    const sizes = context.quick ? [5_000, 10_000] : [100_000, 300_000, 1_000_000];
    if (context.choice.kind !== 'PGlite')
      return { figures: [], notes: ['measured on the embedded database only'] };
    const figures: Figure[] = [];
    const notes: string[] = [];
    await using opened = await openBenchApplication(context);
    await untilCaughtUp(opened.application);
    await opened.stop();
    let first: number | undefined;
    for (const size of sizes) {
      const name = `${size.toLocaleString('en')} events`;
      const application = await createApplication({
        configuration: readConfiguration(opened.environment),
        version: 'bench',
      });
      const began = performance.now();
      await fillLog(application, size, PROJECTION);
      const filled = (performance.now() - began) / 1000;
      application.start();
      await untilCaughtUp(application);
      const caughtUp = (performance.now() - began) / 1000 - filled;
      const { seconds, computing, idleCommands, commands, maxPause } = await rebuild(
        application,
        opened.commandContext,
      );
      await application.stop();
      const perEvent = (computing * 1e6) / size;
      first ??= perEvent;
      const p95 = percentile(commands, 0.95);
      const idle = percentile(idleCommands, 0.95);
      figures.push(
        {
          name: `rebuild, computing, ${name}`,
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
          baseline: 'the same when nothing is rebuilt',
          baselineMeasured: idle,
          ratio: p95 / idle,
          aim: 'below 100 ms',
        },
        {
          name: `the event loop's longest pause meanwhile, ${name}`,
          unit: 'ms',
          measured: maxPause,
          baseline: '1 s, in which a probe wants its answer',
          baselineMeasured: 1000,
          ratio: maxPause / 1000,
          aim: 'below 1',
        },
      );
      notes.push(
        `${name}: filled in ${filled.toFixed(1)} s, followed by the read model in ${caughtUp.toFixed(1)} s, rebuilt in ${seconds.toFixed(1)} s (${computing.toFixed(1)} s of computing) with ${commands.length} commands meanwhile`,
      );
      process.stderr.write(
        `${notes.at(-1)}; p95 ${p95.toFixed(0)} ms (${idle.toFixed(0)} ms otherwise), longest pause ${maxPause.toFixed(0)} ms\n`,
      );
    }
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
