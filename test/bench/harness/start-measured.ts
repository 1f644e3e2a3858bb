import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMemory } from './peak-memory.ts';
import { withServerProcess } from './with-server-process.ts';

const root = join(import.meta.dirname, '../../..');
/** The unit of the kernel's processor-time counters. */
const TICKS_PER_SECOND = 100;
const KILOBYTE = 1024;

/** Processor seconds of a process, including its exited children. */
const processorTime = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program name, in parentheses, may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
};

const residentMemory = (pid: number): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * KILOBYTE;
};

export type MeasuredStart = {
  /** Processor seconds until it was ready. */
  readonly processor: number;
  /** Bytes. */
  readonly peak: number;
  /** Bytes, some time after it was ready. */
  readonly atRest: number;
};

const startArguments = (): readonly string[] => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return (scripts.start ?? '').split(' ').slice(1);
};

/** Starts the server with the arguments of `npm start`, lets it rest, and stops it. */
export const startMeasured = (
  environment: Readonly<Record<string, string>>,
  restMs: number,
): Promise<MeasuredStart> =>
  withServerProcess(startArguments(), { HOME: process.env.HOME, ...environment }, async ({ pid, until }) => {
    await until('ready');
    const processor = processorTime(pid);
    await sleep(restMs);
    return { processor, peak: peakMemory(pid), atRest: residentMemory(pid) };
  });

/** Processor seconds of a Node.js call that exits on its own. */
export const runMeasured = async (
  argumentsOfNode: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const before = processorTime(process.pid);
  const own = process.cpuUsage();
  const child = spawn(process.execPath, argumentsOfNode, {
    cwd: root,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  await once(child, 'exit');
  const { user, system } = process.cpuUsage(own);
  return Math.max(0, processorTime(process.pid) - before - (user + system) / 1e6);
};
