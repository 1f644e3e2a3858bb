import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { EventMetadata, NewEvent, StreamId } from '../../../../../domain/kernel/event.ts';
import { defineEvent } from '../../../../../domain/kernel/event-definition.ts';
import { createEventRegistry } from '../../../../../domain/kernel/event-registry.ts';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { sensitive, sensitiveText } from '../../../../../domain/privacy/sensitive.ts';
import type { DecodedEvent } from '../../../../../infra/storage/event-serialization/decoded-event.ts';
import {
  createEventSerializer,
  type EventSerializer,
} from '../../../../../infra/storage/event-serialization/event-serializer.ts';
import type { SerializedEvent } from '../../../../../infra/storage/event-serialization/serialized-event.ts';
import { type StoredEvent, unreadableFailure } from '../../../../../ports/event-store.ts';
import type { KeyVault } from '../../../../../ports/key-vault.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';

const noted = defineEvent(
  'PatientNoted',
  z.strictObject({
    room: z.int(),
    name: sensitiveText().optional(),
    vitals: sensitive(z.strictObject({ weight: z.number(), notes: z.array(z.string()) }), {
      weight: 0,
      notes: [],
    }).optional(),
    tags: z.array(z.strictObject({ label: z.string(), text: sensitiveText() })).default([]),
    free: z.record(z.string(), z.unknown()).optional(),
  }),
);
const counted = defineEvent('BedsCounted', z.strictObject({ ward: z.string(), beds: z.int() }));
const moved = defineEvent(
  'PatientMoved',
  z.strictObject({ to: z.strictObject({ person: sensitiveText() }) }),
  {
    schemaVersion: 2,
    upcasters: { 1: (data) => ({ to: { person: z.object({ patient: z.string() }).parse(data).patient } }) },
  },
);
const movedBefore = defineEvent('PatientMoved', z.strictObject({ patient: sensitiveText() }));

const metadata = (over: Partial<EventMetadata> = {}): EventMetadata => ({
  correlationId: 'c',
  causationId: 'd',
  actor: { id: 'u1', role: 'clinician' },
  phi: true,
  subject: 'patient-1',
  ...over,
});

const event = (type: string, data: unknown, over: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: metadata(),
  ...over,
});

const stored = (serialized: SerializedEvent, over: Partial<StoredEvent> = {}): StoredEvent => ({
  ...serialized,
  streamId: 'query-1' as StreamId,
  revision: 0,
  position: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
  ...over,
});

let vault: KeyVault;
let serializer: EventSerializer;
beforeEach(() => {
  vault = createInMemoryKeyVault();
  serializer = createEventSerializer({ registry: createEventRegistry([noted, counted, moved]), vault });
});

const one = async (given: NewEvent): Promise<SerializedEvent> => {
  const [serialized] = await serializer.serialize([given]);
  if (!serialized) throw new Error('nothing was serialized');
  return serialized;
};
const allReadable = (decoded: readonly DecodedEvent[]) =>
  decoded.map((one) => {
    if (one.readable) return one.event;
    throw unreadableFailure(one.event);
  });
const readBack = async (row: StoredEvent) => allReadable(await serializer.decode([row]))[0];

describe('the event serializer', () => {
  test('returns the written event, with its position in the log', async () => {
    const given = event('PatientNoted', { room: 7, name: 'Jane Roe', tags: [{ label: 'a', text: 'b' }] });
    expect(await readBack(stored(await one(given), { revision: 3, position: 9 }))).toEqual({
      ...given,
      schemaVersion: 1,
      streamId: 'query-1',
      revision: 3,
      position: 9,
      recordedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  test('encrypts the marked fields and only those', async () => {
    const row = await one(
      event('PatientNoted', {
        room: 7,
        name: 'Jane Roe',
        vitals: { weight: 61.5, notes: ['frail'] },
        tags: [{ label: 'open', text: 'Mr Roe' }],
      }),
    );
    expect(row.data).not.toMatch(/Roe|61\.5|frail/);
    const data = JSON.parse(row.data);
    expect(data).toMatchObject({
      room: 7,
      tags: [{ label: 'open', text: { $sealed: expect.stringMatching(/^v1:/) } }],
    });
    expect(Object.keys(data.vitals)).toEqual(['$sealed', '$erased']);
  });

  test('stores data without marks as plain JSON, in the order of the schema, with defaults filled in', async () => {
    expect((await one(event('BedsCounted', { beds: 4, ward: 'ER' }))).data).toBe('{"ward":"ER","beds":4}');
    expect((await one(event('PatientNoted', { room: 1 }))).data).toBe('{"room":1,"tags":[]}');
  });

  test('never encrypts twice to the same text', async () => {
    const given = event('PatientNoted', { room: 1, name: 'Jane Roe' });
    expect((await one(given)).data).not.toBe((await one(given)).data);
  });

  test('preserves any JSON value through sealing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        async (name, weight) => {
          const data = {
            room: 1,
            name: name.toWellFormed(),
            vitals: { weight: weight + 0, notes: [name.toWellFormed()] },
            tags: [],
          };
          const back = await readBack(stored(await one(event('PatientNoted', data))));
          expect(back?.data).toEqual(data);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('refuses sensitive content without a data subject', async () => {
    const { subject: _, ...anonymous } = metadata();
    await expect(
      one(event('PatientNoted', { room: 1, name: 'Jane' }, { metadata: anonymous })),
    ).rejects.toMatchObject({
      name: 'Failure',
      reason: { code: 'internal_error', message: expect.stringContaining('no data subject') },
    });
    const row = await one(event('PatientNoted', { room: 1 }, { metadata: anonymous }));
    expect(row.data).toBe('{"room":1,"tags":[]}');
  });

  test('creates no key for an event without sensitive content', async () => {
    await one(event('PatientNoted', { room: 1 }));
    expect((await vault.existingKeys(['patient-1'])).size).toBe(0);
  });

  test('reads fields of an erased subject as erased, and everything else as before', async () => {
    const given = event('PatientNoted', {
      room: 7,
      name: 'Jane Roe',
      vitals: { weight: 61.5, notes: ['frail'] },
      tags: [{ label: 'a', text: 'b' }],
    });
    const row = stored(await one(given));
    expect((await readBack(row))?.erased).toBeUndefined();
    await vault.destroy('patient-1');
    expect((await readBack(row))?.erased).toBe(true);
    expect((await readBack(row))?.data).toEqual({
      room: 7,
      name: '[erased]',
      vitals: { weight: 0, notes: [] },
      tags: [{ label: 'a', text: '[erased]' }],
    });
  });

  test('refuses events about an erased subject', async () => {
    await vault.destroy('patient-1');
    await expect(one(event('PatientNoted', { room: 1, name: 'Jane' }))).rejects.toMatchObject({
      reason: { code: 'rule_violated' },
    });
  });

  test('does not mistake a lost key for an erased subject', async () => {
    const row = stored(await one(event('PatientNoted', { room: 1, name: 'Jane' })));
    const other = createEventSerializer({
      registry: createEventRegistry([noted]),
      vault: createInMemoryKeyVault(),
    });
    expect(await other.decode([row])).toMatchObject([{ readable: false, event: { reason: 'missing_key' } }]);
  });

  test('reads other events next to one whose key is damaged, and none while the vault is away', async () => {
    const [harmed, sound] = await Promise.all(
      ['p1', 'p2'].map((subject) =>
        one(event('PatientNoted', { room: 1, name: 'Jane' }, { metadata: metadata({ subject }) })),
      ),
    );
    if (!harmed || !sound) throw new Error('unreachable');
    const readerWith = (code: 'internal_error' | 'unavailable') =>
      createEventSerializer({
        registry: createEventRegistry([noted]),
        vault: {
          ...vault,
          existingKeys: async (subjects) => {
            if (subjects.includes('p1')) throw new Failure(failure(code, 'The key does not open.'));
            return vault.existingKeys(subjects);
          },
        },
      });
    const rows = [stored(harmed), stored(sound, { position: 2 })];
    expect(await readerWith('internal_error').decode(rows)).toMatchObject([
      { readable: false, event: { reason: 'missing_key' } },
      { readable: true, event: { data: { name: 'Jane' } } },
    ]);
    await expect(readerWith('unavailable').decode(rows)).rejects.toMatchObject({
      reason: { code: 'unavailable' },
    });
  });

  test('upcasts decrypted data of an older version, and erased data too', async () => {
    const old = createEventSerializer({ registry: createEventRegistry([movedBefore]), vault });
    const [row] = await old.serialize([event('PatientMoved', { patient: 'Jane Roe' })]);
    if (!row) throw new Error('nothing was serialized');
    expect(await readBack(stored(row))).toMatchObject({
      schemaVersion: 2,
      data: { to: { person: 'Jane Roe' } },
    });
    await vault.destroy('patient-1');
    expect((await readBack(stored(row)))?.data).toEqual({ to: { person: '[erased]' } });
  });

  test.each<[string, (row: StoredEvent) => StoredEvent]>([
    ['moved to another event', (row) => ({ ...row, id: randomUUID() })],
    [
      'moved to another field',
      (row) => {
        const { name, ...rest } = JSON.parse(row.data);
        return { ...row, data: JSON.stringify({ ...rest, tags: [{ label: 'a', text: name }] }) };
      },
    ],
    [
      'given to another subject',
      (row) => ({ ...row, metadata: row.metadata.replace('patient-1', 'patient-2') }),
    ],
    [
      'changed by one bit',
      (row) => ({
        ...row,
        data: row.data.replace(/v1:(.{20})(.)/, (_, start, next) => `v1:${start}${next === 'A' ? 'B' : 'A'}`),
      }),
    ],
    ['cut short', (row) => ({ ...row, data: row.data.replace(/v1:.{8}[^"]*/, 'v1:AAAA') })],
    ['of an unknown version', (row) => ({ ...row, data: row.data.replace('v1:', 'v9:') })],
    [
      'without its subject',
      (row) => ({ ...row, metadata: JSON.stringify({ ...metadata(), subject: undefined }) }),
    ],
  ])('rejects a ciphertext that was %s, without revealing the content', async (_, alter) => {
    await vault.keysFor(['patient-2']);
    const row = stored(await one(event('PatientNoted', { room: 1, name: 'Jane Roe' })));
    const altered = alter(row);
    expect(altered).not.toEqual(row);
    const outcome = readBack(altered);
    await expect(outcome).rejects.toMatchObject({ name: 'Failure', reason: { code: 'internal_error' } });
    await expect(outcome).rejects.not.toThrow(/Jane|Roe/);
  });

  test('rejects data, metadata and types that do not match their schema, on write and on read', async () => {
    const row = stored(await one(event('BedsCounted', { ward: 'ER', beds: 4 })));
    await expect(one(event('BedsCounted', { ward: 'ER', beds: 'Jane' }))).rejects.toThrow(/does not match/);
    await expect(one(event('Unknown', {}))).rejects.toThrow(/No event type/);
    await expect(
      one(
        event(
          'BedsCounted',
          { ward: 'ER', beds: 4 },
          { metadata: metadata({ correlationId: 'x'.repeat(200) }) },
        ),
      ),
    ).rejects.toThrow(/metadata/);
    await expect(readBack({ ...row, data: '{"ward":"ER"}' })).rejects.toThrow(/does not match/);
    await expect(readBack({ ...row, metadata: '{"phi":true}' })).rejects.toThrow(/metadata/);
    await expect(readBack({ ...row, schemaVersion: 2 })).rejects.toThrow(/newer version/);
    const damaged = readBack({ ...row, data: '{"ward":"Jane Roe' });
    await expect(damaged).rejects.toThrow(/not valid JSON/);
    await expect(damaged).rejects.not.toThrow(/Jane/);
  });

  test('rejects plain data that imitates a sealed value', async () => {
    await expect(
      one(event('PatientNoted', { room: 1, free: { a: { $sealed: 'v1:AAAA', $erased: 1 } } })),
    ).rejects.toMatchObject({ reason: { code: 'internal_error' } });
    const harmless = event('PatientNoted', { room: 1, tags: [], free: { a: '"$sealed":', b: '$sealed' } });
    expect((await readBack(stored(await one(harmless))))?.data).toEqual(harmless.data);
  });

  test('calls the vault once for a whole batch', async () => {
    const calls: (readonly string[])[] = [];
    const counting = createEventSerializer({
      registry: createEventRegistry([noted, counted]),
      vault: {
        ...vault,
        keysFor: (subjects) => {
          calls.push(subjects);
          return vault.keysFor(subjects);
        },
        existingKeys: (subjects) => {
          calls.push(subjects);
          return vault.existingKeys(subjects);
        },
      },
    });
    const batch = ['p1', 'p2', 'p1'].map((subject) =>
      event('PatientNoted', { room: 1, name: subject }, { metadata: metadata({ subject }) }),
    );
    const rows = (await counting.serialize(batch)).map((row) => stored(row));
    expect(allReadable(await counting.decode(rows)).map((read) => read.data)).toMatchObject([
      { name: 'p1' },
      { name: 'p2' },
      { name: 'p1' },
    ]);
    const plain = await counting.serialize([event('BedsCounted', { ward: 'ER', beds: 1 })]);
    await counting.decode(plain.map((row) => stored(row)));
    expect(calls).toEqual([
      ['p1', 'p2'],
      ['p1', 'p2'],
    ]);
  });
});
