import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefusalRecorder, type Refusal } from '../../../../commands/runtime/refusal-recorder.ts';
import { allEvents } from '../../../../domain/all-events.ts';
import { createEventRegistry } from '../../../../domain/kernel/event-registry.ts';
import { createIdentitySource } from '../../../../infra/installation/identity-source.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import { createInMemoryEventStore } from '../../../support/in-memory-event-store.ts';

const registry = createEventRegistry(allEvents);

const refusal = (over: Partial<Refusal> = {}): Refusal => ({
  code: 'unauthenticated',
  method: 'GET',
  route: '/api/queries/:id',
  client: { ip: '192.0.2.7', userAgent: 'probe/1.0' },
  ...over,
});

const open = (maxKinds?: number) => {
  const log = createInMemoryEventStore();
  const recorder = createRefusalRecorder({
    eventStore: log,
    identity: createIdentitySource(),
    logger: silentLogger,
    ...(maxKinds === undefined ? {} : { maxKinds }),
  });
  const counts = () => log.events.map(({ data }) => (data as { count: number }).count);
  return { log, recorder, counts };
};

const aMinute = () => vi.advanceTimersByTimeAsync(60_000);

describe('a refused attempt', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is recorded immediately, with its origin and reason, and without a user when no token named one', async () => {
    const { log, recorder } = open();
    recorder.note(refusal());
    await vi.advanceTimersByTimeAsync(0);
    expect(log.events).toMatchObject([
      {
        type: 'AccessRefused',
        data: { code: 'unauthenticated', method: 'GET', route: '/api/queries/:id', count: 1 },
        metadata: {
          actor: { id: 'system:http' },
          client: { ip: '192.0.2.7', userAgent: 'probe/1.0' },
          phi: false,
        },
      },
    ]);
    for (const { type, data } of log.events)
      expect(() => registry.definitions.get(type)?.schema.parse(data)).not.toThrow();
  });

  it('is recorded with the user whom the token named', async () => {
    const { log, recorder } = open();
    recorder.note(refusal({ code: 'permission_denied', actor: { id: 'dora', role: 'clinician' } }));
    await vi.advanceTimersByTimeAsync(0);
    expect(log.events[0]?.metadata.actor).toEqual({ id: 'dora', role: 'clinician' });
  });

  it('is counted with similar ones, and written once a minute', async () => {
    const { recorder, counts } = open();
    for (let time = 0; time < 5000; time += 1) recorder.note(refusal());
    await vi.advanceTimersByTimeAsync(0);
    expect(counts()).toEqual([1]);
    await aMinute();
    expect(counts()).toEqual([1, 4999]);
    recorder.note(refusal());
    await aMinute();
    expect(counts()).toEqual([1, 4999, 1]);
    await aMinute();
    recorder.note(refusal());
    await vi.advanceTimersByTimeAsync(0);
    expect(counts()).toEqual([1, 4999, 1, 1]);
  });

  it('does not flood the log from many addresses, which share one count beyond the limit', async () => {
    const { log, recorder, counts } = open(10);
    for (let time = 0; time < 3000; time += 1)
      recorder.note(refusal({ client: { ip: `2001:db8::${time.toString(16)}` } }));
    await recorder.close();
    expect(counts()).toEqual([...Array.from({ length: 10 }, () => 1), 2990]);
    expect(log.events.at(-1)?.data).toEqual({
      code: 'unauthenticated',
      method: 'various',
      route: 'various',
      count: 2990,
      various: true,
    });
    expect(log.events.at(-1)?.metadata.client).toBeUndefined();
  });

  it('is recorded with its user even after other users or anonymous requests have used up the limit', async () => {
    const { log, recorder } = open(3);
    for (const route of ['/a', '/b', '/c', '/d']) recorder.note(refusal({ route }));
    for (const id of ['mallory', 'mallory', 'eve'])
      recorder.note(refusal({ code: 'not_theirs', actor: { id, role: 'clinician' } }));
    await aMinute();
    const refused = log.events.filter(({ data }) => (data as { code: string }).code === 'not_theirs');
    expect(refused.map(({ data, metadata }) => [metadata.actor.id, data])).toEqual([
      ['mallory', { code: 'not_theirs', method: 'various', route: 'various', count: 2, various: true }],
      ['eve', { code: 'not_theirs', method: 'various', route: 'various', count: 1, various: true }],
    ]);
    await recorder.close();
  });

  it('is bounded when signed-in users are counted separately', async () => {
    const { log, recorder } = open(2);
    for (let number = 0; number < 100; number += 1)
      recorder.note(refusal({ actor: { id: `user-${number}`, role: 'clinician' } }));
    await aMinute();
    expect(log.events.length).toBeLessThan(25);
    await recorder.close();
  });

  it('is written at shutdown if it was only counted', async () => {
    const { recorder, counts } = open();
    for (let time = 0; time < 3; time += 1) recorder.note(refusal());
    await recorder.close();
    expect(counts()).toEqual([1, 2]);
  });

  it('survives a time when the log cannot be written, and delays no request', async () => {
    const log = createInMemoryEventStore();
    let isDown = true;
    const recorder = createRefusalRecorder({
      eventStore: {
        append: (...all) => (isDown ? Promise.reject(new Error('down')) : log.append(...all)),
      },
      identity: createIdentitySource(),
      logger: silentLogger,
    });
    recorder.note(refusal());
    recorder.note(refusal());
    await aMinute();
    isDown = false;
    await aMinute();
    expect(log.events.map(({ data }) => data)).toMatchObject([{ count: 2 }]);
  });
});
