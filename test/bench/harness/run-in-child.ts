import { fork } from 'node:child_process';
import type { BenchmarkResult, DatabaseChoice } from './benchmark.ts';

/** The task of a child process. */
type ChildTask = { readonly name: string; readonly choice: DatabaseChoice; readonly quick: boolean };

/** The result of a child process. */
export type ChildReport = { readonly result: BenchmarkResult; readonly peakMemory: number };

const isReport = (message: unknown): message is ChildReport =>
  typeof message === 'object' && message !== null && 'result' in message && 'peakMemory' in message;

/** Milliseconds after which a benchmark counts as hung. */
const LONGEST = 20 * 60_000;

/** Runs one benchmark in a separate process, so that its peak memory is its own. Rejects when it fails. */
export const runInChild = (task: ChildTask): Promise<ChildReport> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('../run-benchmark.ts', import.meta.url), [JSON.stringify(task)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      timeout: LONGEST,
      killSignal: 'SIGKILL',
    });
    let report: ChildReport | undefined;
    child.on('message', (message) => {
      if (isReport(message)) report = message;
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0 && report) resolve(report);
      else reject(new Error(`The benchmark ${task.name} exited with ${signal ?? `code ${code}`}.`));
    });
  });
