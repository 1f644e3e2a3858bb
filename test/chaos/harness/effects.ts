import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateDatabase } from '../../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../../infra/storage/database/pg-database.ts';
import { createEventSerializer } from '../../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../../infra/storage/event-store/postgres-event-store.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { count as counting, testRegistry } from '../../support/events.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { createServerDatabase } from '../../support/server-database.ts';
import type { ScenarioContext } from './scenario.ts';

const script = join(import.meta.dirname, '../../support/effect-process.ts');
/** Milliseconds between two events: about twenty per second. */
const EVERY = 50;
/** Number of ordering keys: enough for both processes to have some. */
const KEYS = 24;

type Effect = { readonly effect: string; readonly position: number; readonly pid: number };

export type EffectProcesses = {
  /** The process that executed the last effect. */
  readonly working: () => Promise<ChildProcess | undefined>;
  /** Stops producing events, waits until all were handled, and checks the effects. */
  readonly check: () => Promise<void>;
};

const timesOf = (effects: readonly Effect[], name: string): ReadonlyMap<number, number> => {
  const times = new Map<number, number>();
  for (const { effect, position } of effects) {
    if (effect === name) times.set(position, (times.get(position) ?? 0) + 1);
  }
  return times;
};

const repeatedIn = (times: ReadonlyMap<number, number>): readonly number[] =>
  [...times].filter(([, number]) => number > 1).map(([position]) => position);

/** Two consumers of one log with countable external effects, and a producer of events. */
export const startEffects = async (context: ScenarioContext, serverUrl: string): Promise<EffectProcesses> => {
  const { own, owned, folder, count, violate, signal } = context;
  const { url } = await createServerDatabase(serverUrl);
  const database = await openPgDatabase({ connectionString: url, logger: silentLogger });
  owned.defer(() => database.close());
  await migrateDatabase(database);
  const store = await createPostgresEventStore({
    database,
    serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
    logger: silentLogger,
  });
  owned.defer(() => store.close());

  const file = join(folder, 'effects');
  await writeFile(file, '');
  const children = [1, 2].map(() => {
    const child = spawn(process.execPath, [script, url, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    own(child);
    return child;
  });
  const readEffects = async (): Promise<readonly Effect[]> =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [effect = '', position, , pid] = line.split(' ');
        return { effect, position: Number(position), pid: Number(pid) };
      });

  const fed = new Set<number>();
  let feeding = true;
  const feeder = (async () => {
    for (let n = 0; feeding && !signal.aborted; n += 1) {
      fed.add((await store.append(`access-fed-${n % KEYS}`, [counting(n)], 'any')).position);
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  })();
  // `check` reports its failure; a run that ended elsewhere must not cause an unhandled rejection.
  feeder.catch(() => {});

  /** Appends of a former owner after its successor's first one: the fences in the log may only rise. */
  const checkFences = async (): Promise<void> => {
    const highest = new Map<string, number>();
    for await (const event of store.readAll(0, { filter: { types: ['Noted'] } })) {
      const [lease = '', number] = (event.data as { readonly text: string }).text.split(' ');
      const fence = Number(number);
      const before = highest.get(lease) ?? 0;
      if (fence < before)
        violate('an append was accepted after the lease was lost', `position ${event.position}`);
      highest.set(lease, Math.max(before, fence));
    }
    count('most owners of a share of the effects', Math.max(0, ...highest.values()));
  };

  return {
    working: async () => {
      const last = (await readEffects()).at(-1)?.pid;
      return children.find(({ pid }) => pid === last);
    },
    check: async () => {
      feeding = false;
      await feeder;
      const missing = async (): Promise<readonly number[]> => {
        const done = timesOf(await readEffects(), 'plain');
        return [...fed].filter((position) => !done.has(position));
      };
      const deadline = performance.now() + 60_000;
      while ((await missing()).length > 0 && performance.now() < deadline) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      for (const child of children) child.kill('SIGKILL');
      const effects = await readEffects();
      const careful = timesOf(effects, 'careful');
      for (const position of repeatedIn(careful))
        violate('an effect was done twice', `of the event at ${position}`);
      for (const position of await missing()) violate('an event was never handled', `at ${position}`);
      count('events with effects', fed.size);
      count('effects done once', careful.size);
      count('effects given up with the lease', fed.size - careful.size);
      count('repeatable effects repeated', repeatedIn(timesOf(effects, 'plain')).length);
      await checkFences();
    },
  };
};
