import { describe, expect, it } from 'vitest';
import { createLogTail } from '../../../../infra/event-store/log-tail.ts';
import type { StoredEvent } from '../../../../ports/event-store.ts';
import { silentLogger } from '../../../../ports/logger.ts';

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
  const tail = createLogTail({
    readPage: async (after, limit) => {
      const events = log.filter(({ position }) => position > after).slice(0, limit);
      return { events, scannedTo: events.at(-1)?.position ?? log.length, head: log.length };
    },
    // Only what is hinted is looked for.
    pollInterval: 1_000_000,
    capacity,
    capacityBytes: 1_000_000,
    logger: silentLogger,
  });
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
  };
};

describe('the tail of the log', () => {
  it('wakes those who wait for one stream by an event of that stream only', async () => {
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

  it('wakes them too when it passes over more than it keeps, so that they look for themselves', async () => {
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

  it('wakes them when it looks for the first time and the log has moved on', async () => {
    const { tail, woken, wait, append } = openTail();
    append('query-a');
    const late = tail.waitBeyond(1, new AbortController().signal, 'query-a');
    await late;
    const closing = wait('closing', 'query-a');
    // Whoever waited before it looked was woken by what it saw; whoever comes after waits, until it is closed.
    expect(woken).toEqual([]);
    await tail.close();
    await closing;
    expect(woken).toEqual(['closing']);
  });
});
