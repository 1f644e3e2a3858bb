import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testKafkaBrokers } from './kafka.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../.ci/start-kafka');

const canRunBroker = await Promise.all([run('java', ['-version']), run('mvn', ['-version'])]).then(
  () => true,
  () => false,
);
if (testKafkaBrokers !== undefined && !canRunBroker)
  process.stdout.write('Java or Maven is not installed: the tests that kill a Kafka broker are skipped.\n');

/** Whether tests may start their own broker here: not when settings exclude brokers. */
export const canOwnKafka = testKafkaBrokers !== undefined && canRunBroker;

/** A Kafka broker owned by one test, which may kill and restart it. */
export type OwnKafka = AsyncDisposable & {
  /** `host:port`, the same after each start. */
  readonly broker: string;
  /** SIGKILL, which keeps the disk. */
  readonly kill: () => Promise<void>;
  /** Restarts the broker with its data. Resolves when it accepts connections. */
  readonly start: () => Promise<void>;
};

/** Starts a broker with `.ci/start-kafka`; disposing of it kills it and removes its files. */
export const startOwnKafka = async (): Promise<OwnKafka> => {
  const home = await mkdtemp(join(tmpdir(), 'own-kafka-'));
  const folder = join(home, 'broker');
  const kill = async (): Promise<void> => {
    await run(script, ['--stop', folder]);
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'));
    while (pid > 0 && (await isThere(pid))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const clear = async (): Promise<void> => {
    await kill();
    await rm(home, { recursive: true, force: true });
  };
  const broker = await run(script, [folder]).then(
    ({ stdout }) => stdout.trim(),
    async (error: unknown) => {
      await clear();
      throw error;
    },
  );
  return {
    broker,
    kill,
    start: async () => {
      await run(script, ['--again', folder]);
    },
    [Symbol.asyncDispose]: clear,
  };
};

/** Whether a process is running: a zombie may stay listed until its parent reaps it. */
const isThere = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat);
};
