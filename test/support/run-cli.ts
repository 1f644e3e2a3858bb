import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { collectText } from './collect-text.ts';
import { programArguments } from './program-arguments.ts';
import { compileCache } from './test-cache.ts';

const root = join(import.meta.dirname, '../..');

export type CliResult = { readonly code: number | null; readonly out: string; readonly err: string };

export type RunningCli = {
  readonly finished: Promise<CliResult>;
  /** The standard output so far. */
  readonly out: () => string;
  /** The standard error so far. */
  readonly err: () => string;
  readonly interrupt: () => void;
  /** SIGKILL: no handler runs. */
  readonly kill: () => void;
};

/** Starts a program of the repository as a process, like npm. `input` is sent through a pipe that stays open. */
export const startProgram = (
  script: 'app/main.ts' | 'cli/main.ts',
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input?: string,
): RunningCli => {
  const child = spawn(process.execPath, [...programArguments(script), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
    stdio: 'pipe',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  if (input === undefined) child.stdin.end();
  else child.stdin.write(input);
  const out = collectText(child.stdout);
  const err = collectText(child.stderr);
  return {
    finished: once(child, 'close').then(() => ({ code: child.exitCode, out: out(), err: err() })),
    out,
    err,
    interrupt: () => child.kill('SIGINT'),
    kill: () => child.kill('SIGKILL'),
  };
};

/** Starts the command line. */
export const startCli = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input?: string,
): RunningCli => startProgram('cli/main.ts', words, environment, input);

/** Runs the command line to completion. */
export const runCli = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CliResult> => startCli(words, environment).finished;
