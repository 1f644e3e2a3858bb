import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCliInProcess } from './cli-in-process.ts';
import type { CliResult } from './run-cli.ts';
import { type InProcess, samplesFolder, startInProcess } from './server-in-process.ts';
import { testCache } from './test-cache.ts';

const places = join(testCache, 'servers');

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A test process ends without notice, so the next one removes what it left. */
const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(places))
    if (!isRunning(Number(name))) await rm(join(places, name), { recursive: true, force: true });
};

const start = async () => {
  await mkdir(places, { recursive: true });
  await removeAbandoned();
  const dataDir = join(places, String(process.pid));
  await rm(dataDir, { recursive: true, force: true });
  const server = await startInProcess({ dataDir });
  /** Runs the command line beside the server, in windows in which every table fits. */
  const cli = (...words: string[]): Promise<CliResult> =>
    runCliInProcess(words, { DATA_DIR: dataDir, COLUMNS: '220' });
  const { code, err } = await cli('ingest', samplesFolder, '-t', 'guideline', '-s', 'emergency_medicine');
  if (code !== 0) throw new Error(err);
  const { dispose: _dispose, stop: _stop, ...shared } = server;
  return { ...shared, cli };
};

export type SharedServer = Omit<InProcess, 'dispose' | 'stop'> & {
  readonly cli: (...words: string[]) => Promise<CliResult>;
};
let started: Promise<SharedServer> | undefined;

/**
 * One server with the samples for all files of a test process, as starting one and reading its first file takes five
 * seconds of processor. A file that uses it adds only what is its own, changes no setting, resets and stops nothing, and
 * asserts nothing about all documents, jobs or questions: others have added theirs.
 */
export const sharedServer = (): Promise<SharedServer> => {
  started ??= start();
  return started;
};
