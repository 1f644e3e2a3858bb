import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readSharedFact } from '../../infra/storage/database/shared-facts.ts';
import { locateLog } from '../../infra/storage/event-store/stored-events.ts';
import { openFilledKurrentLog } from '../../infra/storage/event-store-kurrent/filled-kurrent-log.ts';
import type { KurrentConfiguration } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import { filledDatabaseLog } from '../../infra/storage/log-copy/filled-log.ts';
import { type MoveResult, moveInstallation } from '../../infra/storage/log-copy/move-installation.ts';
import { silentLogger } from '../../ports/logger.ts';
import type { StoredInstallation } from '../../ports/stored-installation.ts';
import { type DatabaseKind, databaseKinds } from '../support/databases.ts';
import { collect, confide, note } from '../support/events.ts';
import { kurrentConfiguration, openKurrent } from '../support/kurrent.ts';
import { startKurrentServer } from '../support/kurrent-server.ts';
import { type EmptyInstallation, openEmptyInstallation, runOn } from '../support/open-stored-log.ts';
import { openSampleInstallation } from '../support/sample-installation.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let kurrent: Awaited<ReturnType<typeof openKurrent>>;
beforeAll(async () => {
  kurrent = await openKurrent();
});
afterAll(() => kurrent.dispose());

/** The place of an installation's log: its database, or KurrentDB. */
type House = { readonly name: string; readonly kind: DatabaseKind; readonly isKurrent: boolean };
const logOf = ({ isKurrent }: House): KurrentConfiguration | undefined =>
  isKurrent ? kurrentConfiguration(kurrent.url) : undefined;

const open = async (house: House) => {
  const installation = await openEmptyInstallation(house.kind);
  cleanups.push(installation.dispose);
  return { ...installation, configuration: logOf(house) };
};
const furnished = async (house: House) => {
  const configuration = logOf(house);
  const installation = await openSampleInstallation(house.kind, configuration);
  cleanups.push(installation.dispose);
  return { ...installation, configuration };
};
type Installation = EmptyInstallation & { readonly configuration: KurrentConfiguration | undefined };

/** The same in pages of one event, with a callback for each step that may interrupt the work. */
const stepwise = (stored: StoredInstallation, step: () => void): StoredInstallation => ({
  ...stored,
  masterKey: async () => {
    step();
    return stored.masterKey();
  },
  async *events(after, to) {
    for await (const page of stored.events(after, to))
      for (const event of page) {
        step();
        yield [event];
      }
  },
  async *wrappedKeys() {
    for await (const page of stored.wrappedKeys()) {
      step();
      yield page;
    }
  },
  async *claims() {
    for await (const page of stored.claims()) {
      step();
      yield page;
    }
  },
  checkpoints: async () => {
    step();
    return stored.checkpoints();
  },
});

const move = async (
  stored: StoredInstallation,
  { database, configuration }: Installation,
  to: number,
  mode: 'move' | 'dry-run' | 'verify-only' = 'move',
): Promise<MoveResult> => {
  const { signal } = new AbortController();
  const options = { to, mode, onProgress: () => {}, signal };
  if (!configuration)
    return moveInstallation(stored, { database, log: filledDatabaseLog(database) }, options);
  const log = await openFilledKurrentLog({
    configuration,
    database,
    leases: createPostgresLeases({ database, logger: silentLogger, owner: randomUUID() }),
    logger: silentLogger,
    isBegun: (await readSharedFact(database, 'unfinished-move')) !== undefined,
    signal,
  });
  try {
    return await moveInstallation(stored, { database, log }, options);
  } finally {
    await log.close();
  }
};

const inDatabase = databaseKinds.map((kind): House => ({ name: kind.name, kind, isKurrent: false }));
const inKurrent = databaseKinds
  .slice(-1)
  .map((kind): House => ({ name: `KurrentDB beside ${kind.name}`, kind, isKurrent: true }));
const pairs = [...inDatabase, ...inKurrent].flatMap((from) =>
  [...inDatabase, ...inKurrent].map((to) => ({ from, to })),
);

describe.each(pairs)('an installation moved from $from.name to $to.name', ({ from, to }) => {
  test('is identical, again after later events, and is reported to be the same', async () => {
    const source = await furnished(from);
    const target = await open(to);
    expect(await move(source.stored, target, 5, 'dry-run')).toMatchObject({ events: 5, there: 0, keys: 2 });
    expect(await locateLog(target.database)).toBe('nowhere');
    const first = await move(source.stored, target, 5);
    expect(first).toMatchObject({ events: 5, there: 0, keys: 2 });
    expect(await move(source.stored, target, 5)).toMatchObject({ there: 5, digest: first.digest });

    await source.eventStore.append('document-1', [note('later')], 1);
    await source.eventStore.append('query-3', [confide('fever', 'conversation:3')], 'no-stream');
    await source.vault.destroy('conversation:1');
    await expect(move(source.stored, target, 7, 'verify-only')).rejects.toThrow(
      'The target ends at position 5',
    );
    const second = await move(source.stored, target, 7);
    expect(second).toMatchObject({ events: 7, there: 5, keys: 3 });
    expect(await move(source.stored, target, 7, 'verify-only')).toMatchObject({ digest: second.digest });

    const copy = await runOn(target, target.configuration);
    cleanups.push(() => copy.eventStore.close());
    expect(await collect(copy.stored.events(0, 7))).toEqual(await collect(source.stored.events(0, 7)));
    expect(await copy.checkpoints.read('worker')).toBe(3);
    expect(await copy.idempotency.claim(source.scope, 'input', randomUUID())).toEqual({
      outcome: 'answered',
      answer: source.answer,
    });
    expect(await copy.eventStore.append('document-1', [note('new')], 2)).toMatchObject({ position: 8 });
    // From here on it has diverged.
    await expect(move(source.stored, target, 7)).rejects.toThrow('it has events of its own');
  });

  test('resumes at any point of interruption', async () => {
    const source = await furnished(from);
    let steps = 0;
    const counted = await open(to);
    await move(
      stepwise(source.stored, () => {
        steps += 1;
      }),
      counted,
      5,
    );
    expect(steps).toBeGreaterThan(12);
    const target = await open(to);
    for (let until = 1; until <= steps; until += 1) {
      let left = until;
      const broken = stepwise(source.stored, () => {
        left -= 1;
        if (left <= 0) throw new Error('The process was killed here.');
      });
      await move(broken, target, 5).catch((error: unknown) =>
        expect(String(error)).toContain('The process was killed here.'),
      );
    }
    expect(await move(source.stored, target, 5)).toMatchObject({ events: 5, keys: 2 });
    await move(source.stored, target, 5, 'verify-only');
    expect(await target.database.query(`select 1 from coordination.shared_facts`)).toEqual([]);
  });

  test('never overwrites another installation, or a log that differs', async () => {
    const source = await furnished(from);
    const other = await furnished(to);
    // With the same master key, like a copy of the whole folder.
    await expect(move(source.stored, other, 5)).rejects.toThrow(
      /Position 1 of the target differs|set up with another master key/,
    );
    expect((await collect(other.stored.events(0, 5))).flat()).toHaveLength(5);
  });
});

// Only our own test server can simulate faults.
describe('a log moved into KurrentDB', () => {
  const [inside] = inDatabase;
  const [house] = inKurrent;
  if (!inside || !house) throw new Error('There is no database kind.');

  test('is complete and free of duplicates when responses are lost and KurrentDB restarts midway', async () => {
    const server = await startKurrentServer();
    cleanups.push(server.kill);
    const source = await furnished(inside);
    const target = { ...(await open(house)), configuration: kurrentConfiguration(server.url()) };
    let steps = 0;
    const disturbed = stepwise(source.stored, () => {
      steps += 1;
      if (steps === 4) server.loseAnswersOfAppends(2);
      if (steps === 6) server.refuseAppends(2);
      if (steps === 7) void server.restart();
    });
    await move(disturbed, target, 5);
    expect(await move(source.stored, target, 5, 'verify-only')).toMatchObject({ events: 5 });
    const ours = server.log.records().filter(({ stream }) => stream.startsWith(target.configuration.prefix));
    expect(ours.map(({ type }) => type)).toEqual([
      'Noted',
      'Confided',
      'Confided',
      'IndexingRequested',
      'Noted',
    ]);
  });

  test('never mixes with the streams of another installation, which stay unnumbered', async () => {
    const other = await furnished(house);
    const target = { ...(await open(house)), configuration: other.configuration };
    const source = await furnished(inside);
    await expect(move(source.stored, target, 5)).rejects.toThrow('belong to another installation');
    expect(await locateLog(target.database)).toBe('nowhere');
  });
});
