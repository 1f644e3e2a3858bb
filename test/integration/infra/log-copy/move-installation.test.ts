import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { type MoveResult, moveInstallation } from '../../../../infra/log-copy/move-installation.ts';
import type { StoredInstallation } from '../../../../ports/stored-installation.ts';
import { databaseKinds } from '../../../support/databases.ts';
import { collect, confide, note } from '../../../support/events.ts';
import { openFurnishedInstallation } from '../../../support/furnished-installation.ts';
import { type EmptyInstallation, openEmptyInstallation, runOn } from '../../../support/open-stored-log.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const open = async (kind: (typeof databaseKinds)[number]) => {
  const installation = await openEmptyInstallation(kind);
  cleanups.push(installation.dispose);
  return installation;
};
const furnished = async (kind: (typeof databaseKinds)[number]) => {
  const installation = await openFurnishedInstallation(kind);
  cleanups.push(installation.dispose);
  return installation;
};

/** The same in pages of one event, which is told of each step and may end the work there. */
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

const move = (
  stored: StoredInstallation,
  target: EmptyInstallation,
  to: number,
  mode: 'move' | 'dry-run' | 'verify-only' = 'move',
): Promise<MoveResult> =>
  moveInstallation(stored, target, { to, mode, onProgress: () => {}, signal: new AbortController().signal });

const pairs = databaseKinds.flatMap((from) => databaseKinds.map((to) => ({ from, to })));

describe.each(pairs)('An installation moved from $from.name to $to.name', ({ from, to }) => {
  test('is there to the letter, again after what came since, and is told to be the same', async () => {
    const source = await furnished(from);
    const target = await open(to);
    expect(await move(source.stored, target, 5, 'dry-run')).toMatchObject({ events: 5, there: 0, keys: 2 });
    expect(await target.database.query('select 1 from event_log.events')).toEqual([]);
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

    const copy = await runOn(target);
    cleanups.push(() => copy.eventStore.close());
    expect(await collect(copy.stored.events(0, 7))).toEqual(await collect(source.stored.events(0, 7)));
    expect(await copy.checkpoints.read('worker')).toBe(3);
    expect(await copy.idempotency.claim(source.scope, 'input', randomUUID())).toEqual({
      outcome: 'answered',
      answer: source.answer,
    });
    expect(await copy.eventStore.append('document-1', [note('new')], 2)).toMatchObject({ position: 8 });
    // From here on it has gone its own way.
    await expect(move(source.stored, target, 7)).rejects.toThrow('it has gone on by itself');
  });

  test('goes on where it was broken off, wherever that was', async () => {
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

  test('never goes where another installation is, or a log that differs', async () => {
    const source = await furnished(from);
    const other = await furnished(to);
    // Of the same master key, as a copy of the whole folder is.
    await expect(move(source.stored, other, 5)).rejects.toThrow(
      /Position 1 of the target differs|begun with another master key/,
    );
    expect((await collect(other.stored.events(0, 5))).flat()).toHaveLength(5);
  });
});
