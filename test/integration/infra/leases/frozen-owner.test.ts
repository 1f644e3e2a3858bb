import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../support/databases.ts';
import { collect, count } from '../../../support/events.ts';
import { openLogHarness, until } from '../../../support/log-harness.ts';

const server = databaseKinds.find(({ name }) => name === 'PostgreSQL');
const script = join(import.meta.dirname, '../../../support/effect-process.ts');
const ROUNDS = 3;
/** For how long a lease lives that is not renewed, in seconds. */
const LEASE_SECONDS = 10;

type Effect = { readonly kind: string; readonly position: number; readonly pid: number };

/** How often each effect of a kind was done. */
const timesOf = (effects: readonly Effect[], kind: string): ReadonlyMap<number, number> => {
  const times = new Map<number, number>();
  for (const { position } of effects.filter((effect) => effect.kind === kind))
    times.set(position, (times.get(position) ?? 0) + 1);
  return times;
};

describe.skipIf(!server)('a consumer whose process is frozen and thawed', () => {
  it('does no effect twice that it performs once, writes nothing once overtaken, and is taken over in time', async () => {
    if (!server) throw new Error('There is no server to test on.');
    const log = await openLogHarness(server);
    const folder = await mkdtemp(join(tmpdir(), 'frozen-'));
    const file = join(folder, 'effects');
    await writeFile(file, '');
    const children: readonly ChildProcess[] = [1, 2].map(() =>
      spawn(process.execPath, [script, log.connectionString ?? '', file], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    );
    const effects = async (): Promise<readonly Effect[]> =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const [kind = '', position, , pid] = line.split(' ');
          return { kind, position: Number(position), pid: Number(pid) };
        });
    const working = async () => (await effects()).at(-1)?.pid;

    let isFeeding = true;
    const fed: number[] = [];
    const feeder = (async () => {
      for (let n = 0; isFeeding; n += 1) {
        fed.push((await log.eventStore.append('access-fed', [count(n)], 'any')).position);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const done = (await effects()).length;
        await until('it is at work', async () => (await effects()).length > done + 20);
        const pid = await working();
        const frozen = children.find((child) => child.pid === pid);
        frozen?.kill('SIGSTOP');
        const [lease] = await log.database.query(
          'select max(extract(epoch from expires_at - now()))::float as left from coordination.leases',
        );
        expect(lease?.left).toBeLessThanOrEqual(LEASE_SECONDS);
        await until('the other one took over', async () => (await working()) !== pid);
        frozen?.kill('SIGCONT');
      }
      isFeeding = false;
      await feeder;
      await until(
        'every event is handled',
        async () => timesOf(await effects(), 'plain').size === fed.length,
      );
      const careful = timesOf(await effects(), 'careful');
      expect([...careful].filter(([, times]) => times > 1)).toEqual([]);
      expect(careful.size).toBeGreaterThan(fed.length - ROUNDS * 4 - 1);
      // The notes tell under which fence they were written: none of a former owner comes after one of its successor.
      const notes = await collect(log.eventStore.readAll(0, { filter: { types: ['Noted'] } }));
      const fences = notes.map(({ data }) => Number((data as { readonly text: string }).text));
      expect(fences).toEqual(fences.toSorted((a, b) => a - b));
      expect(new Set(fences).size).toBeGreaterThanOrEqual(ROUNDS);
    } finally {
      isFeeding = false;
      await feeder.catch(() => {});
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
      await log.dispose();
      await rm(folder, { recursive: true });
    }
  });
});
