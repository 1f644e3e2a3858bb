import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDatabaseFacts } from '../../../infra/storage/database/read-database-facts.ts';
import { createLogExaminer } from '../../../infra/storage/event-store/examine-log.ts';
import { createSubjectKeyState } from '../../../infra/storage/key-vault/subject-key-state.ts';
import { listLeases } from '../../../infra/storage/leases/list-leases.ts';
import { createPostgresLeases } from '../../../infra/storage/leases/postgres-leases.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { databaseKinds } from '../../support/databases.ts';
import { note } from '../../support/events.ts';
import {
  type EmptyInstallation,
  masterKey,
  openEmptyInstallation,
  runOn,
} from '../../support/open-stored-log.ts';

describe.each(databaseKinds)('the self-description of $name', (kind) => {
  let installation: EmptyInstallation;
  beforeEach(async () => {
    installation = await openEmptyInstallation(kind);
  });
  afterEach(() => installation.dispose());

  it('reports version, clock and the settings that matter', async () => {
    const facts = await readDatabaseFacts(installation.database);
    expect(facts.versionNumber).toBeGreaterThanOrEqual(140_000);
    expect(facts.encoding).toBe('UTF8');
    expect(Math.abs(facts.clock - Date.now())).toBeLessThan(60_000);
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'max_connections', 'lock_timeout'])
      expect(facts.settings.get(name)).toBeDefined();
  });

  it('distinguishes a held lease from a released one', async () => {
    const leases = createPostgresLeases({
      database: installation.database,
      logger: silentLogger,
      owner: 'me',
    });
    const never = new AbortController().signal;
    const held = await leases.acquire('held', never);
    await (await leases.acquire('left', never))?.release();
    expect(await listLeases(installation.database)).toEqual([
      { name: 'held', owner: 'me', fence: 1, secondsLeft: expect.any(Number), ownedFor: expect.any(Number) },
      { name: 'left', owner: 'me', fence: 1, secondsLeft: undefined, ownedFor: expect.any(Number) },
    ]);
    await held?.release();
  });

  it('distinguishes existing, destroyed and missing keys', async () => {
    const { vault } = await runOn(installation);
    await vault.keysFor(['a', 'b']);
    await vault.destroy('b');
    const stateOf = createSubjectKeyState(installation.database, masterKey);
    expect(await stateOf(['c', 'b', 'a'])).toEqual(['missing', 'destroyed', 'present']);
  });

  describe('of its log', () => {
    /** Writes 60 events into 3 streams, then damages the log directly. */
    const examineAfter = async (harm: string) => {
      const { eventStore } = await runOn(installation);
      for (let round = 0; round < 20; round += 1)
        for (const stream of ['query-a', 'query-b', 'query-c'] as const)
          await eventStore.append(stream, [note(`${round}`)], round === 0 ? 'no-stream' : round - 1);
      const { database } = installation;
      if (harm !== '') await database.execute(`alter table event_log.events disable trigger user; ${harm}`);
      const examine = createLogExaminer(database);
      const found = await examine(0);
      expect(found).toMatchObject({ scannedTo: found.head });
      await eventStore.close();
      return found;
    };
    const whole = { gapAt: undefined, revisionGapAt: undefined, earlierAt: undefined };

    it('finds nothing in an intact log, even when starting in the middle', async () => {
      expect(await examineAfter('')).toMatchObject({ ...whole, head: 60 });
      expect(await createLogExaminer(installation.database)(30)).toMatchObject({ ...whole, scannedTo: 60 });
      expect(await createLogExaminer(installation.database)(60)).toMatchObject({ ...whole, scannedTo: 60 });
    });

    it.each([
      [
        'an event cut out',
        'delete from event_log.events where position = 31',
        { gapAt: 32, revisionGapAt: 34 },
      ],
      ['the first event cut out', 'delete from event_log.events where position = 1', { gapAt: 2 }],
      [
        'a revision out of sequence',
        `update event_log.events set revision = 99 where position = 40`,
        { gapAt: undefined, revisionGapAt: 40 },
      ],
      [
        'an instant that goes backwards',
        `update event_log.events set recorded_at = recorded_at - interval '1 hour' where position = 20`,
        { gapAt: undefined, earlierAt: 20 },
      ],
    ])('finds %s', async (_, harm, expected) => {
      expect(await examineAfter(harm)).toMatchObject(expected);
    });
  });
});
