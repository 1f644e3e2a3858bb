import { describe, expect, it } from 'vitest';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { createFeedListener } from '../../../read-api/streams/feed-listener.ts';
import { noticesOf } from '../../../read-api/streams/notices.ts';

const event = (position: Position, type = 'Happened'): RecordedEvent => ({
  id: `id-${position}`,
  type,
  streamId: 'query-1',
  revision: position,
  position,
  schemaVersion: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
  data: { text: 'Jane Doe' },
  metadata: {
    correlationId: 'c',
    causationId: 'c',
    actor: { id: 'a', role: 'service' },
    phi: false,
  },
});

/** A log with a listener. */
const open = (
  options: { readonly from?: Position; readonly passes?: (event: RecordedEvent) => boolean } = {},
) => {
  const log: RecordedEvent[] = [];
  let reads = 0;
  const listener = createFeedListener({
    opening: '',
    from: options.from ?? 0,
    passes: ({ event: heard }) => options.passes?.(heard) ?? true,
    join: async () => log.length,
    leave: () => {},
    readLog: async (after) => {
      reads += 1;
      return noticesOf({
        events: log.slice(after, after + 200),
        scannedTo: Math.min(after + 200, log.length),
      });
    },
  });
  const happen = (count: number, type?: string): void => {
    const events = Array.from({ length: count }, (_, index) => event(log.length + 1 + index, type));
    log.push(...events);
    listener.offer(noticesOf({ events, scannedTo: log.length }));
  };
  return { log, happen, listener, reads: () => reads };
};

const idsIn = (text: string): readonly number[] =>
  [...text.matchAll(/^id: (\d+)\nevent:/gm)].map(([, id]) => Number(id));

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a listener to all events', () => {
  it('receives events immediately, and does not read the log while it keeps up', async () => {
    const { happen, listener, reads } = open();
    let text = '';
    listener.content.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    await turn();
    happen(1);
    happen(2);
    expect(idsIn(text)).toEqual([1, 2, 3]);
    expect(reads()).toBe(0);
    expect(text).not.toContain('Jane');
  });

  it('reads missed events from the log, and receives everything once, after any pause', async () => {
    const { happen, listener, reads } = open();
    listener.content.on('readable', () => {});
    for (let time = 0; time < 30; time += 1) {
      happen(100);
      await turn();
    }
    let text = '';
    while (idsIn(text).at(-1) !== 3000) {
      const bytes: unknown = listener.content.read();
      if (bytes === null) await turn();
      else text += String(bytes);
    }
    expect(idsIn(text)).toEqual(Array.from({ length: 3000 }, (_, index) => index + 1));
    expect(reads()).toBeGreaterThan(0);
  });

  it('receives no inaccessible event, live or from the log', async () => {
    const { happen, listener, log } = open({ passes: ({ type }) => type !== 'Hidden' });
    log.push(event(1), event(2, 'Hidden'), event(3));
    let text = '';
    listener.content.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    await turn();
    happen(1, 'Hidden');
    happen(1);
    expect(idsIn(text)).toEqual([1, 3, 5]);
  });

  it('sends a keep-alive after an interval without events, with the position to resume from', async () => {
    const { happen, listener } = open({ passes: () => false });
    let text = '';
    listener.content.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    await turn();
    happen(4);
    listener.beat();
    expect(text).toBe('');
    listener.beat();
    expect(text).toBe(': heartbeat\nid: 4\n\n');
  });
});
