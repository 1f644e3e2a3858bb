import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEvents } from '../../../../../domain/all-events.ts';
import { createEventRegistry } from '../../../../../domain/kernel/event-registry.ts';
import type { Check } from '../../../../../infra/observability/doctor/check.ts';
import { checkpointsAreInLog } from '../../../../../infra/observability/doctor/checks/checkpoints.ts';
import { eventsCanBeRead } from '../../../../../infra/observability/doctor/checks/events.ts';
import { createEventSerializer } from '../../../../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../../../../infra/storage/event-store/postgres-event-store.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';
import { type LogHarness, openLogHarness } from '../../../../support/log-harness.ts';
import { type StreamEvent, uuidOf } from '../../../../support/recorded-history.ts';
import * as sample from '../../../../support/sample-events.ts';

/** Of the first question, whose events are sealed, and of the second, which is complete too. */
const [FIRST, SECOND, ODD] = [1, 2, 3].map(uuidOf) as [string, string, string];
const EVENTS = 6;

describe.each(databaseKinds)('a damaged log on $name', (kind) => {
  let log: LogHarness;
  beforeAll(async () => {
    log = await openLogHarness(kind);
    for (const event of [
      sample.asked(FIRST),
      sample.screened(FIRST, []),
      sample.searched(FIRST, 2),
      sample.asked(SECOND),
      sample.queryCancelled(SECOND),
      sample.timerSet('a-timer', { at: '2999-01-01T00:00:00.000Z' }),
    ])
      await record(event);
    await log.database.execute('alter table event_log.events disable trigger user');
  });
  afterAll(() => log.dispose());

  const record = async ({ streamId, event }: StreamEvent): Promise<void> => {
    const metadata = {
      correlationId: 'test',
      causationId: 'test',
      actor: { id: 'test', role: 'service' as const },
      phi: true,
      subject: 'person:patient-4711',
    };
    await log.eventStore.append(streamId, [{ ...event, id: log.identity.newId(), metadata }], 'any');
  };

  const findingsOf = async (check: Check, deep = true): Promise<readonly string[]> => {
    const options = { deep, repair: false, grace: 0 };
    const found = await Array.fromAsync(check.run(options, new AbortController().signal));
    expect(found.every((one) => one.kind === 'finding' || one.done <= one.total)).toBe(true);
    return found.flatMap((one) => (one.kind === 'finding' ? [`${one.severity}: ${one.message}`] : []));
  };
  const examine = (deep = true) => findingsOf(eventsCanBeRead(log), deep);

  /** Changes rows, examines the log, and restores the rows. */
  const harmed = async (sql: string, look: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    await log.database.execute(`create table event_log.kept as select * from event_log.events; ${sql}`);
    try {
      return await look();
    } finally {
      await log.database.execute(
        'delete from event_log.events; insert into event_log.events select * from event_log.kept; drop table event_log.kept',
      );
    }
  };
  const setData = (position: number, change: string): string =>
    `update event_log.events set data = ${change} where position = ${position}`;

  it('is intact beforehand, and only a deep examination decrypts it', async () => {
    expect(await examine()).toEqual([`ok: ${EVENTS} events opened and read; each fits into its stream.`]);
    expect(await examine(false)).toEqual([]);
  });

  it.each([
    {
      damage: 'one byte of a sealed field',
      sql: setData(
        1,
        // The last but one digit of the ciphertext, whatever it is.
        `regexp_replace(data::text, '("\\$sealed":\\s*"[^"]{20})(.)', '\\1' || case when substring(data::text from '"\\$sealed":\\s*"[^"]{20}(.)') = 'A' then 'B' else 'A' end)::json`,
      ),
      finding:
        'error: Damaged: 1 event, first event 1: A sealed field of a stored QueryAsked event cannot be opened: it or its key was altered.',
    },
    {
      damage: 'a value that its schema does not allow',
      sql: setData(2, `jsonb_set(data::jsonb, '{detected}', '"perhaps"')::json`),
      finding:
        'error: Damaged: 1 event, first event 2: The data of a PhiScreened event does not match its schema.',
    },
    {
      damage: 'a missing member',
      sql: setData(5, `(data::jsonb - 'by')::json`),
      finding:
        'error: Damaged: 1 event, first event 5: The data of a QueryCancelled event does not match its schema.',
    },
    {
      damage: 'metadata without an actor',
      sql: `update event_log.events set metadata = (metadata::jsonb - 'actor')::json where position = 6`,
      finding: expect.stringMatching(/^error: Damaged: 1 event, first event 6: .*metadata/),
    },
    {
      damage: 'a type changed into another one',
      sql: `update event_log.events set type = 'TimerFired', data = (data::jsonb - 'due')::json where position = 6`,
      finding:
        'error: 1 event that does not fit into the stream. The stream of event 6 begins with TimerFired, which cannot be its beginning.',
    },
    {
      damage: 'an event of a type known only to a newer version',
      sql: `update event_log.events set type = 'Foretold' where position = 6`,
      finding:
        'warning: Written by another version of the program: 1 event, first event 6: This version of the program knows no event type Foretold.',
    },
    {
      damage: 'an event of a newer schema',
      sql: 'update event_log.events set schema_version = 7 where position = 3',
      finding: expect.stringMatching(
        /^warning: Written by another version of the program: 1 event, first event 3: .* schema version 7/,
      ),
    },
    {
      damage: 'a member known only to a newer version, under the same schema number',
      sql: setData(5, `jsonb_set(data::jsonb, '{because}', '"changed their mind"')::json`),
      finding:
        'warning: Written by another version of the program: 1 event, first event 5: The data of a QueryCancelled event has members that this version of the program does not know. Start a newer version of the program.',
    },
    {
      damage: 'a metadata member known only to a newer version',
      sql: `update event_log.events set metadata = jsonb_set(metadata::jsonb, '{epoch}', '2')::json where position = 6`,
      finding:
        'warning: Written by another version of the program: 1 event, first event 6: The metadata of a TimerSet event has members that this version of the program does not know. Start a newer version of the program.',
    },
    {
      damage: 'an unknown member in place of a missing one',
      sql: setData(5, `jsonb_set(data::jsonb - 'by', '{bz}', '"dr-house"')::json`),
      finding:
        'error: Damaged: 1 event, first event 5: The data of a QueryCancelled event does not match its schema.',
    },
  ])('is detected by $damage', async ({ sql, finding }) => {
    expect(await harmed(sql, examine)).toEqual([finding]);
    expect(await examine()).toHaveLength(1);
  });

  it('is detected by several kinds of damage, each reported with its first event', async () => {
    const sql = [
      setData(2, `'{}'`),
      setData(5, `'{}'`),
      'update event_log.events set schema_version = 7 where position = 3',
    ];
    expect(await harmed(sql.join('; '), examine)).toEqual([
      expect.stringMatching(/^error: Damaged: 2 events, first event 2: /),
      expect.stringMatching(/^warning: Written by another version .*: 1 event, first event 3: /),
    ]);
  });

  it('is detected by a key that is missing without having been destroyed', async () => {
    const eventStore = await createPostgresEventStore({
      database: log.database,
      serializer: createEventSerializer({
        registry: createEventRegistry(allEvents),
        vault: createInMemoryKeyVault(),
      }),
      logger: silentLogger,
    });
    try {
      expect(await findingsOf(eventsCanBeRead({ eventStore }))).toEqual([
        expect.stringMatching(/^error: Without their key: 3 events, first event 1: /),
      ]);
    } finally {
      await eventStore.close();
    }
  });

  it('is detected by a stream that begins with an impossible event', async () => {
    await record(sample.queryCancelled(ODD));
    expect(await examine()).toEqual([
      `error: 1 event that does not fit into the stream. The stream of event ${EVENTS + 1} begins with QueryCancelled, which cannot be its beginning.`,
    ]);
  });

  it('is detected by a reader whose position is beyond its end', async () => {
    const check = checkpointsAreInLog({
      ...log,
      listGenerations: () => log.generations.list(log.database),
    });
    const head = await log.eventStore.head();
    expect(await findingsOf(check)).toEqual([
      `ok: 0 checkpoints, none beyond the end of the log at ${head}.`,
    ]);
    await log.database.execute(`
      insert into coordination.checkpoints (consumer, position) values ('relay', ${head}), ('alert-sender', 900);
      insert into projections.generations (projection, generation, definition_version, state, position)
        values ('documents', 1, 1, 'retired', 800), ('documents', 2, 1, 'live', 700), ('tokens', 1, 1, 'live', ${head})`);
    expect(await findingsOf(check)).toEqual([
      `error: The consumer alert-sender is at position 900, but the log ends at ${head}.`,
      `error: Generation 2 of the read model documents is at position 700, but the log ends at ${head}.`,
    ]);
  });
});
