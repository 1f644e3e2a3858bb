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
  process.stdout.write(
    'Java or Maven is not on this machine: tests that kill a broker of Kafka are left out.\n',
  );

/** Whether tests may start a separate broker here: not where settings exclude brokers. */
export const canOwnKafka = testKafkaBrokers !== undefined && canRunBroker;

/** A broker of Kafka that belongs to one test, which may kill it and start it again. */
export type OwnKafka = AsyncDisposable & {
  /** `host:port`, the same after each start. */
  readonly broker: string;
  /** SIGKILL: it ends without notice, and keeps its disk. */
  readonly kill: () => Promise<void>;
  /** Starts it with what it had. Resolves when it accepts connections. */
  readonly start: () => Promise<void>;
};

/** Starts one with `.ci/start-kafka`; disposing of it kills it and removes its files. */
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

/** Whether a process runs: one that has ended may stay listed until its parent looks after it. */
const isThere = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat);
};
