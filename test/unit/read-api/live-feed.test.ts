import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLiveFeed } from '../../../read-api/streams/live-feed.ts';
import { note } from '../../support/events.ts';
import { createInMemoryEventStore } from '../../support/in-memory-event-store.ts';

const QUESTIONS = 50;

describe('the live feed', () => {
  let leaving: AbortController;
  beforeEach(() => {
    leaving = new AbortController();
  });
  afterEach(() => leaving.abort());

  /** The notifications that a listener from the beginning of the log gets, and the streams that were read for them. */
  const listen = async (needsOwners: boolean) => {
    const log = createInMemoryEventStore();
    for (let n = 0; n < QUESTIONS; n += 1) await log.append(`query-${n}`, [note('asked')], 'no-stream');
    const read = new Set<string>();
    const feed = createLiveFeed({
      eventStore: {
        ...log,
        readStreamPage: (streamId, options) => {
          read.add(streamId);
          return log.readStreamPage(streamId, options);
        },
        subscribePages: async function* (_after, _filter, signal) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          yield* [];
        },
      },
      limits: { heartbeatInterval: 60_000 },
      clock: { elapsed: () => performance.now() },
    });
    const content = feed.listen(
      { opening: '', from: 0, filter: {}, passes: () => true, needsOwners },
      leaving.signal,
    );
    let text = '';
    for await (const piece of content) {
      text += String(piece);
      if (text.includes(`"position":${QUESTIONS}`)) break;
    }
    return { notified: text.match(/"position":/g)?.length, streamsRead: read.size };
  };

  it('reads no stream for a listener who may see everything', async () => {
    expect(await listen(false)).toEqual({ notified: QUESTIONS, streamsRead: 0 });
  });

  it('reads each stream for a listener whose view depends on its owner', async () => {
    expect(await listen(true)).toEqual({ notified: QUESTIONS, streamsRead: QUESTIONS });
  });
});
