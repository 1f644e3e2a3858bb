import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { compareLogs, fillInstallation } from '../../../../../infra/storage/log-copy/fill-installation.ts';
import type { WrappedKey } from '../../../../../ports/stored-installation.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { collect, note } from '../../../../support/events.ts';
import { hashSubject, openEmptyInstallation, runOn, sha256 } from '../../../../support/open-stored-log.ts';
import { openSampleInstallation } from '../../../../support/sample-installation.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const pairs = databaseKinds.flatMap((from) => databaseKinds.map((to) => ({ from, to })));

const open = async (kind: (typeof databaseKinds)[number]) => {
  const installation = await openEmptyInstallation(kind);
  cleanups.push(installation.dispose);
  return installation;
};

const furnished = async (kind: (typeof databaseKinds)[number]) => {
  const installation = await openSampleInstallation(kind);
  cleanups.push(installation.dispose);
  return installation;
};

async function* pageOf(...keys: WrappedKey[]) {
  yield keys;
}

describe.each(pairs)('an installation on $from.name copied to $to.name', ({ from, to }) => {
  test('is identical, with its keys, blobs, checkpoints and answers', async () => {
    const source = await furnished(from);
    const target = await open(to);
    const result = await fillInstallation(source.stored, target, { to: 5, hashSubject });
    expect(result).toMatchObject({ events: 5, blobs: 1, keys: 2, erasedSubjects: 0 });

    const copy = await runOn(target);
    cleanups.push(() => copy.eventStore.close());
    expect(await collect(copy.stored.events(0, 5))).toEqual(await collect(source.stored.events(0, 5)));
    expect(await collect(copy.eventStore.readAll(0))).toEqual(await collect(source.eventStore.readAll(0)));
    expect(Buffer.from(await target.blobs.get(sha256('a guideline'))).toString()).toBe('a guideline');
    expect(await target.blobs.has(sha256('no event names this'))).toBe(false);
    expect(await copy.checkpoints.read('worker')).toBe(3);
    expect(await copy.idempotency.claim(source.scope, 'input', randomUUID())).toEqual({
      outcome: 'answered',
      answer: source.answer,
    });
    // The log continues after the last copied position.
    expect(await copy.eventStore.append('document-1', [note('new')], 1)).toEqual({
      revision: 2,
      position: 6,
    });
  });

  test('keeps the log append-only', async () => {
    const source = await furnished(from);
    const target = await open(to);
    await fillInstallation(source.stored, target, { to: 5, hashSubject });
    await expect(target.database.query('delete from event_log.events')).rejects.toThrow(/append-only/);
    await expect(target.database.query('truncate event_log.events')).rejects.toThrow(/append-only/);
  });

  test('ends at the requested position', async () => {
    const source = await furnished(from);
    const target = await open(to);
    await fillInstallation(source.stored, target, { to: 2, hashSubject });
    const [{ head } = {}] = await target.database.query('select max(position) as head from event_log.events');
    expect(head).toBe(2);
  });
});

describe.each(databaseKinds)('copying an installation on $name', (kind) => {
  test('does not restore a person erased after the copy of the keys was made', async () => {
    const source = await furnished(kind);
    const before = await collect(source.stored.wrappedKeys());
    await source.vault.destroy('conversation:1');
    const erased = (await collect(source.stored.wrappedKeys()))
      .flat()
      .filter(({ wrappedKey }) => !wrappedKey);
    expect(erased).toHaveLength(1);
    const target = await open(kind);
    await fillInstallation(
      {
        ...source.stored,
        wrappedKeys: async function* () {
          yield* before;
        },
      },
      target,
      { to: 5, hashSubject, erased: () => pageOf(...erased) },
    );
    const copy = await runOn(target);
    cleanups.push(() => copy.eventStore.close());
    const events = await collect(copy.eventStore.readAll(0));
    expect(events[1]?.data).toEqual({ secret: '[erased]' });
    expect(events[2]?.data).toEqual({ secret: 'headache' });
    expect((await copy.vault.keysFor(['conversation:1'])).get('conversation:1')).toBeUndefined();
  });

  test('keeps the tombstone even when the key arrives after it', async () => {
    const source = await furnished(kind);
    const [keys = []] = await collect(source.stored.wrappedKeys());
    const target = await open(kind);
    await fillInstallation(
      {
        ...source.stored,
        wrappedKeys: async function* () {
          yield keys.map((key) => ({ ...key, wrappedKey: null, destroyedAt: key.createdAt }));
          yield keys;
        },
      },
      target,
      { to: 5, hashSubject },
    );
    const copy = await runOn(target);
    cleanups.push(() => copy.eventStore.close());
    expect((await copy.vault.existingKeys(['conversation:2'])).get('conversation:2')).toBeUndefined();
  });

  test('is refused when the copy of the keys is incomplete, and leaves nothing behind', async () => {
    const source = await furnished(kind);
    const target = await open(kind);
    const withoutKeys = { ...source.stored, wrappedKeys: () => pageOf() };
    await expect(fillInstallation(withoutKeys, target, { to: 5, hashSubject })).rejects.toMatchObject({
      reason: { code: 'rule_violated', component: 'key-vault' },
    });
    expect(await target.database.query('select 1 from event_log.events')).toEqual([]);

    const result = await fillInstallation(withoutKeys, target, { to: 5, hashSubject, eraseMissing: true });
    expect(result.erasedSubjects).toBe(2);
    const copy = await runOn(target);
    cleanups.push(() => copy.eventStore.close());
    expect((await collect(copy.eventStore.readAll(0)))[1]?.data).toEqual({ secret: '[erased]' });
  });

  test('is refused into a log that has an event, which stays', async () => {
    const source = await furnished(kind);
    const target = await furnished(kind);
    const before = await collect(target.stored.events(0, 5));
    await expect(fillInstallation(source.stored, target, { to: 5, hashSubject })).rejects.toMatchObject({
      reason: { code: 'conflict' },
    });
    expect(await collect(target.stored.events(0, 5))).toEqual(before);
  });

  test('names a gap, and a blob with different content', async () => {
    const source = await furnished(kind);
    const target = await open(kind);
    const gap = {
      ...source.stored,
      events: async function* (after: number, to: number) {
        for await (const page of source.stored.events(after, to))
          yield page.filter(({ position }) => position !== 3);
      },
    };
    await expect(fillInstallation(gap, target, { to: 5, hashSubject })).rejects.toThrow(
      'Position 2 is followed by 4',
    );
    const altered = {
      ...source.stored,
      blob: async function* () {
        yield Buffer.from('another guideline');
      },
    };
    const other = await open(kind);
    await expect(fillInstallation(altered, other, { to: 5, hashSubject })).rejects.toThrow(
      sha256('a guideline'),
    );
    expect(await other.blobs.has(sha256('another guideline'))).toBe(false);
  });

  test('names the first position that arrived in a different form', async () => {
    const source = await furnished(kind);
    const target = await open(kind);
    await target.database.execute(`
      create function spoil() returns trigger language plpgsql as $$
      begin
        if new.position = 4 then new.metadata := new.metadata::jsonb::json; end if;
        return new;
      end $$;
      create trigger spoil before insert on event_log.events for each row execute function spoil()`);
    await expect(fillInstallation(source.stored, target, { to: 5, hashSubject })).rejects.toThrow(
      'Position 4 differs from the source: metadata',
    );
    expect(await target.database.query('select 1 from event_log.events')).toEqual([]);
  });

  test('can be verified later, unless something was altered', async () => {
    const source = await furnished(kind);
    const target = await open(kind);
    await fillInstallation(source.stored, target, { to: 4, hashSubject });
    await compareLogs(target.database, source.stored, { to: 4 });
    await expect(compareLogs(target.database, source.stored, { to: 5 })).rejects.toThrow(
      'Position 5 differs from the source: it is missing',
    );
  });
});
