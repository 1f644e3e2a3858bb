import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partitionOfKey } from '../../../../../domain/operations/consumer-partitions.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { collect, count } from '../../../../support/events.ts';
import { kafkaConfiguration, testKafkaBrokers } from '../../../../support/kafka.ts';
import { openLogHarness, until } from '../../../../support/log-harness.ts';

const server = databaseKinds.find(({ name }) => name === 'PostgreSQL');
const script = join(import.meta.dirname, '../../../../support/effect-process.ts');
/** Lifetime of a lease without renewal, in seconds. */
const LEASE_SECONDS = 10;
/** Milliseconds between two events: a process that is frozen is often at work, without being flooded. */
const FEED_MS = 20;
/** Number of ordering keys: enough for every partition to have some. */
const KEYS = 48;

type Effect = {
  readonly kind: string;
  readonly position: number;
  readonly pid: number;
  readonly stream: string;
};

/** The number of executions of each effect of a kind. */
const timesOf = (effects: readonly Effect[], kind: string): ReadonlyMap<number, number> => {
  const times = new Map<number, number>();
  for (const { position } of effects.filter((effect) => effect.kind === kind))
    times.set(position, (times.get(position) ?? 0) + 1);
  return times;
};

/** A log with a producer of events, and processes that share the work of one consumer. */
const openWork = async (kafka: readonly string[] = []) => {
  if (!server) throw new Error('There is no test server.');
  const log = await openLogHarness(server);
  const folder = await mkdtemp(join(tmpdir(), 'shared-'));
  const file = join(folder, 'effects');
  await writeFile(file, '');
  const children: ChildProcess[] = [];
  let isFeeding = true;
  const fed: number[] = [];
  const feeder = (async () => {
    for (let n = 0; isFeeding; n += 1) {
      fed.push((await log.eventStore.append(`access-fed-${n % KEYS}`, [count(n)], 'any')).position);
      await new Promise((resolve) => setTimeout(resolve, FEED_MS));
    }
  })();
  const effects = async (): Promise<readonly Effect[]> =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const [kind = '', position, , pid, stream = ''] = line.split(' ');
        return { kind, position: Number(position), pid: Number(pid), stream };
      });
  const ended = (child: ChildProcess): unknown => child.exitCode ?? child.signalCode ?? once(child, 'exit');
  return {
    log,
    effects,
    start: (): ChildProcess => {
      const child = spawn(process.execPath, [script, log.connectionString ?? '', file, ...kafka], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      return child;
    },
    ended,
    /** Waits until a process has handled events of the given number of keys from now on. */
    worksOn: async ({ pid }: ChildProcess, keys: number): Promise<void> => {
      const from = (await effects()).length;
      await until(`${pid} works on ${keys} keys`, async () => {
        const own = (await effects()).slice(from).filter((effect) => effect.pid === pid);
        return new Set(own.map(({ stream }) => stream)).size >= keys;
      });
    },
    /** The number of partitions of each node, largest first. */
    held: async (): Promise<readonly number[]> =>
      (
        await log.database.query(
          `select count(*)::int as partitions from coordination.leases
            where name like 'consumer:effects/%' and expires_at > now() group by owner order by 1 desc`,
        )
      ).map(({ partitions }) => Number(partitions)),
    /** Stops the producer and checks all effects. */
    check: async (lost: number): Promise<void> => {
      isFeeding = false;
      await feeder;
      await until(
        'every event is handled',
        async () => timesOf(await effects(), 'plain').size === fed.length,
      );
      const all = await effects();
      const careful = timesOf(all, 'careful');
      expect([...careful].filter(([, times]) => times > 1)).toEqual([]);
      // A stopped process's effect that was only intended is not executed again.
      expect(careful.size).toBeGreaterThanOrEqual(fed.length - lost);
      const firsts = new Map<string, number[]>();
      const seen = new Set<number>();
      for (const { kind, position, stream } of all) {
        if (kind !== 'plain' || seen.has(position)) continue;
        seen.add(position);
        firsts.set(stream, [...(firsts.get(stream) ?? []), position]);
      }
      for (const positions of firsts.values())
        expect(positions).toEqual(positions.toSorted((one, other) => one - other));
      // The notes contain their fence: none of a former owner follows one of its successor.
      const notes = await collect(log.eventStore.readAll(0, { filter: { types: ['Noted'] } }));
      const fences = new Map<string, number[]>();
      for (const { data } of notes) {
        const [lease = '', fence] = (data as { readonly text: string }).text.split(' ');
        fences.set(lease, [...(fences.get(lease) ?? []), Number(fence)]);
      }
      const partitions = fed.map((_, n) => partitionOfKey(`access-fed-${n % KEYS}`));
      expect(fences.size).toBe(new Set(partitions).size);
      for (const own of fences.values()) expect(own).toEqual(own.toSorted((one, other) => one - other));
    },
    dispose: async (): Promise<void> => {
      isFeeding = false;
      await feeder.catch(() => {});
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map(ended));
      await log.dispose();
      await rm(folder, { recursive: true });
    },
  };
};

describe.skipIf(!server)('a consumer shared by several processes', () => {
  it.skipIf(testKafkaBrokers === undefined)(
    'moves from a frozen member of a Kafka group, whose writes are refused once it thaws',
    async () => {
      const work = await openWork([testKafkaBrokers ?? '', kafkaConfiguration().prefix]);
      try {
        const one = work.start();
        const other = work.start();
        await Promise.all([work.worksOn(one, KEYS / 4), work.worksOn(other, KEYS / 4)]);
        one.kill('SIGSTOP');
        await work.worksOn(other, KEYS);
        one.kill('SIGCONT');
        await work.worksOn(one, KEYS / 4);
        await work.check(4);
      } finally {
        await work.dispose();
      }
    },
  );

  it('moves from a frozen process, whose writes are refused once it thaws, and back', async () => {
    const work = await openWork();
    try {
      const one = work.start();
      const other = work.start();
      await Promise.all([work.worksOn(one, KEYS / 4), work.worksOn(other, KEYS / 4)]);
      for (const frozen of [one, other]) {
        const left = frozen === one ? other : one;
        await until('both processes have half', async () => (await work.held()).join() === '8,8');
        frozen.kill('SIGSTOP');
        const [lease] = await work.log.database.query(
          'select max(extract(epoch from expires_at - now()))::float as left from coordination.leases',
        );
        expect(lease?.left).toBeLessThanOrEqual(LEASE_SECONDS);
        await work.worksOn(left, KEYS);
        frozen.kill('SIGCONT');
        await work.worksOn(frozen, KEYS / 4);
      }
      await work.check(2 * 4);
    } finally {
      await work.dispose();
    }
  });

  it('is redistributed when a process joins, is killed or leaves, in the order of each key and each effect once', async () => {
    const work = await openWork();
    try {
      const first = work.start();
      await work.worksOn(first, KEYS);
      const second = work.start();
      const third = work.start();
      await Promise.all([second, third].map((child) => work.worksOn(child, KEYS / 6)));
      await until('all processes have a third', async () => (await work.held()).join() === '6,5,5');
      first.kill('SIGKILL');
      await Promise.all([second, third].map((child) => work.worksOn(child, KEYS / 3)));
      await until('both processes have half', async () => (await work.held()).join() === '8,8');
      second.kill('SIGTERM');
      await work.ended(second);
      expect(second.exitCode).toBe(0);
      await work.worksOn(third, KEYS);
      await work.check(4);
    } finally {
      await work.dispose();
    }
  });
});
