import { describe, expect, it } from 'vitest';
import { createLogTail } from '../../../../../infra/storage/event-store/log-tail.ts';
import type { StoredEvent } from '../../../../../ports/event-store.ts';
import { silentLogger } from '../../../../../ports/logger.ts';

const eventOf = (position: number, streamId: string): StoredEvent => ({
  position,
  streamId,
  revision: 0,
  id: `${position}`,
  type: 'Noted',
  schemaVersion: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
  data: '{}',
  metadata: '{}',
});

const openTail = (capacity = 100) => {
  const log: StoredEvent[] = [eventOf(1, 'query-before')];
  let looks = 0;
  /** A read of the log waits here before it returns. */
  let held: Promise<void> = Promise.resolve();
  const tail = createLogTail({
    readPage: async (after, limit) => {
      looks += 1;
      const page = pageOf(after, limit);
      await held;
      return page;
    },
    // Reads only on announcements: the poll never fires.
    pollInterval: 1_000_000,
    capacity,
    capacityBytes: 1_000_000,
    logger: silentLogger,
  });
  const pageOf = (after: number, limit: number) => {
    const events = log.filter(({ position }) => position > after).slice(0, limit);
    return { events, scannedTo: events.at(-1)?.position ?? log.length, head: log.length };
  };
  const woken: string[] = [];
  const never = new AbortController().signal;
  return {
    tail,
    woken,
    wait: (name: string, streamId?: string) =>
      tail.waitBeyond(log.length, never, streamId).then(() => {
        woken.push(name);
      }),
    append: (...streamIds: readonly string[]) => {
      for (const streamId of streamIds) log.push(eventOf(log.length + 1, streamId));
      tail.hint(log.length);
    },
    /** Events of this process: `feed` receives what the log receives. */
    feed: (...streamIds: readonly string[]) => {
      const events = streamIds.map((streamId, index) => eventOf(log.length + 1 + index, streamId));
      log.push(...events);
      tail.feed(events);
    },
    appendUnseen: (streamId: string) => {
      log.push(eventOf(log.length + 1, streamId));
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    looks: () => looks,
    positions: () => tail.held().map(({ position }) => position),
  };
};

describe('the tail of the log', () => {
  it('wakes the readers of one stream only for an event of that stream', async () => {
    const { tail, woken, wait, append } = openTail();
    const all = wait('all');
    const one = wait('one', 'query-a');
    append('query-b');
    await all;
    expect(woken).toEqual(['all']);
    append('query-b', 'query-a');
    await one;
    expect(woken).toEqual(['all', 'one']);
    await tail.close();
  });

  it('wakes them also when it skips more than it stores, so that they read the log themselves', async () => {
    const { tail, woken, wait, append } = openTail(3);
    const first = wait('first');
    append('query-b');
    await first;
    const one = wait('one', 'query-a');
    append('query-b', 'query-b', 'query-b', 'query-b', 'query-b');
    await one;
    expect(woken).toEqual(['first', 'one']);
    await tail.close();
  });

  it('wakes them on its first read if the log has moved on', async () => {
    const { tail, woken, wait, append } = openTail();
    append('query-a');
    const late = tail.waitBeyond(1, new AbortController().signal, 'query-a');
    await late;
    const closing = wait('closing', 'query-a');
    // Earlier waiters were woken by its reads; later ones wait until it is closed.
    expect(woken).toEqual([]);
    await tail.close();
    await closing;
    expect(woken).toEqual(['closing']);
  });

  it('passes appends of this process to waiting readers, without reading the log', async () => {
    const { tail, wait, feed, looks, positions } = openTail();
    const first = wait('first');
    feed('query-a');
    await first;
    const before = looks();
    for (const streamId of ['query-a', 'query-b', 'query-c']) {
      const next = wait(streamId);
      feed(streamId);
      await next;
    }
    expect(looks()).toBe(before);
    expect(positions().slice(-3)).toEqual([3, 4, 5]);
    await tail.close();
  });

  it('reads the appends of other processes before the fed ones, without a gap or a repeat', async () => {
    const { tail, wait, feed, appendUnseen, positions } = openTail();
    const first = wait('first');
    feed('query-a');
    await first;
    appendUnseen('query-elsewhere');
    const next = wait('next', 'query-elsewhere');
    feed('query-a', 'query-b');
    await next;
    expect(positions().slice(-3)).toEqual([3, 4, 5]);
    await tail.close();
  });

  it('delivers events fed during a read once, whether or not the read includes them', async () => {
    const { tail, wait, feed, appendUnseen, hold, positions } = openTail();
    const first = wait('first');
    feed('query-a');
    await first;
    const letGo = hold();
    appendUnseen('query-elsewhere');
    const elsewhere = wait('elsewhere', 'query-elsewhere');
    // This read gets only the third event, and returns after the fifth exists.
    tail.hint(3);
    feed('query-b');
    const last = wait('last', 'query-c');
    feed('query-c');
    letGo();
    await Promise.all([elsewhere, last]);
    expect(positions().slice(-3)).toEqual([3, 4, 5]);
    await tail.close();
  });

  it('reads again for positions announced during a read, without waiting for the poll', async () => {
    const { tail, wait, append, hold, positions } = openTail();
    const first = wait('first');
    append('query-a');
    await first;
    const letGo = hold();
    const one = wait('one', 'query-b');
    append('query-elsewhere');
    // The read has missed this event.
    append('query-b');
    letGo();
    await one;
    expect(positions().at(-1)).toBe(4);
    await tail.close();
  });

  it('does not search for ever for a position that the log does not have', async () => {
    const { tail, wait, append, looks } = openTail();
    const first = wait('first');
    append('query-a');
    await first;
    const second = wait('second', 'query-b');
    tail.hint(1000);
    append('query-b');
    await second;
    const before = looks();
    const third = wait('third', 'query-c');
    await new Promise(setImmediate);
    expect(looks()).toBeLessThanOrEqual(before + 1);
    append('query-c');
    await third;
    await tail.close();
  });
});
