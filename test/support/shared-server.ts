import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCliInProcess } from './cli-in-process.ts';
import type { CliResult } from './run-cli.ts';
import { type InProcess, type Json, samplesFolder, startInProcess } from './server-in-process.ts';
import { openServerMemory } from './server-memory.ts';

const PREFIX = 'anamnesis-shared-';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A test process exits without cleaning up, so the next one removes its remains. */
const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      await rm(join(tmpdir(), name), { recursive: true, force: true });
};

const start = async () => {
  await removeAbandoned();
  const dataDir = join(tmpdir(), `${PREFIX}${process.pid}`);
  await rm(dataDir, { recursive: true, force: true });
  const server = await startInProcess({ dataDir, memory: await openServerMemory() });
  /** Runs the command line next to the server, in a window wide enough for every table. */
  const cli = (...words: string[]): Promise<CliResult> =>
    runCliInProcess(words, { DATA_DIR: dataDir, COLUMNS: '220' });
  const ingested = await cli('ingest', samplesFolder, '-t', 'guideline', '-s', 'emergency_medicine');
  if (ingested.code !== 0) throw new Error(ingested.err);
  const { dispose: _dispose, stop: _stop, ...rest } = server;
  const shared = { ...rest, cli, ingested };
  return { shared, samples: new Set((await searchable(shared)).map(({ docKey }) => docKey)) };
};

type Started = Awaited<ReturnType<typeof start>>;
export type SharedServer = Omit<InProcess, 'dispose' | 'stop'> & {
  readonly cli: (...words: string[]) => Promise<CliResult>;
  /** The output of the command line when it ingested the samples. */
  readonly ingested: CliResult;
};

const searchable = (server: Pick<InProcess, 'get'>): Promise<readonly Json[]> =>
  server.get('/api/documents?status=searchable&limit=100') as unknown as Promise<readonly Json[]>;

let started: Promise<Started> | undefined;

/**
 * One server with the samples, shared by all files of a test process, because starting one and reading its first file
 * costs ten seconds of processor time. Each call withdraws the documents added by earlier files. Files that use it must
 * restore settings, stop nothing, and assert nothing about all jobs, questions or events, since others add theirs.
 */
export const sharedServer = async (): Promise<SharedServer> => {
  started ??= start();
  const { shared, samples } = await started;
  for (const { docKey } of await searchable(shared))
    if (!samples.has(docKey))
      await shared.command('WithdrawDocument', { docKey, reason: 'It is of another file of tests.' });
  await shared.settled();
  return shared;
};
