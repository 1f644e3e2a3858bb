import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeDecider, loadState } from '../../../../../commands/runtime/execute-decider.ts';
import type { EventOf } from '../../../../../domain/kernel/event-definition.ts';
import { ok } from '../../../../../domain/kernel/result.ts';
import { createMemoryStateCache } from '../../../../../infra/storage/cache/memory-state-cache.ts';
import type { EventStore } from '../../../../../ports/event-store.ts';
import type { StateCache } from '../../../../../ports/state-cache.ts';
import { embedded } from '../../../../support/databases.ts';
import { confide, type confided, count, type counted } from '../../../../support/events.ts';
import { type LogHarness, openLogHarness } from '../../../../support/log-harness.ts';

const LENGTH = 300;

type Command = { readonly add: number };
type Added = EventOf<typeof counted>;

/** Sums the events of the stream. */
const adder = {
  initialState: { sum: 0 },
  decide: ({ add }: Command) => ok([{ type: 'Counted' as const, data: { n: add } }]),
  evolve: ({ sum }: { readonly sum: number }, { data }: Added) => ({ sum: sum + data.n }),
};
/** Remembers the last text. */
const listener = {
  initialState: { said: '' },
  evolve: (_: { readonly said: string }, { data }: EventOf<typeof confided>) => ({ said: data.secret }),
};

const contextOf = (commandId: string) => ({
  actor: { id: 'tester', role: 'service' as const },
  commandId,
  correlationId: commandId,
});

describe('a command on a long stream', () => {
  let log: LogHarness;
  let states: StateCache;
  /** Events read from the log. */
  let read: number;
  let eventStore: EventStore;
  beforeEach(async () => {
    log = await openLogHarness(embedded);
    states = createMemoryStateCache();
    read = 0;
    eventStore = {
      ...log.eventStore,
      readStream: async function* (...options) {
        for await (const event of log.eventStore.readStream(...options)) {
          read += 1;
          yield event;
        }
      },
    };
    await log.eventStore.append(
      'settings-a',
      Array.from({ length: LENGTH }, () => count(1)),
      'no-stream',
    );
  });
  afterEach(() => log.dispose());

  const add = (n: number) => {
    const { identity } = log;
    return executeDecider({
      decider: adder,
      streamId: 'settings-a',
      commands: [{ add: n }],
      context: contextOf(identity.newId()),
      services: { eventStore, identity, states },
    });
  };

  it('reads the stream once, then only new events', async () => {
    expect((await add(1)).state.sum).toBe(LENGTH + 1);
    expect(read).toBe(LENGTH);
    expect((await add(1)).state.sum).toBe(LENGTH + 2);
    expect((await add(1)).state.sum).toBe(LENGTH + 3);
    expect(read).toBe(LENGTH + 2);
  });

  it('sees events appended by another process meanwhile', async () => {
    await add(1);
    await log.eventStore.append('settings-a', [count(1000)], 'any');
    const { state, revision } = await add(1);
    expect(state.sum).toBe(LENGTH + 1002);
    expect(revision).toBe(LENGTH + 2);
    expect(await loadState({ eventStore }, adder, 'settings-a')).toMatchObject({
      state: { sum: LENGTH + 1002 },
      revision: LENGTH + 2,
    });
  });

  it('loses no update among concurrent commands', async () => {
    await Promise.all(Array.from({ length: 6 }, () => add(1)));
    expect((await loadState({ eventStore, states }, adder, 'settings-a')).state.sum).toBe(LENGTH + 6);
  });

  it('keeps the different folds of one stream apart, each with its first event', async () => {
    const counter = { initialState: 0, evolve: (n: number) => n + 1 };
    const services = { eventStore, states };
    for (const _ of [1, 2]) {
      expect((await loadState(services, adder, 'settings-a')).state).toEqual({ sum: LENGTH });
      expect(await loadState(services, counter, 'settings-a')).toMatchObject({
        state: LENGTH,
        first: { revision: 0 },
      });
    }
    expect(read).toBe(2 * LENGTH);
  });

  it('caches nothing of short streams', async () => {
    await log.eventStore.append('settings-short', [count(1), count(2)], 'no-stream');
    await loadState({ eventStore, states }, adder, 'settings-short');
    await loadState({ eventStore, states }, adder, 'settings-short');
    expect(read).toBe(4);
  });

  it('forgets everything when cleared, including what is being read at that moment', async () => {
    const services = { eventStore, states };
    const secrets = Array.from({ length: LENGTH }, () => confide('of Mary', 'mary'));
    await log.eventStore.append('conversation-a', secrets, 'no-stream');
    const stop = log.vault.onDestroyed(states.clear);
    expect((await loadState(services, listener, 'conversation-a')).state.said).toBe('of Mary');
    const underWay = states.lookUp(listener, 'conversation-a');
    await log.vault.destroy('mary');
    if (!underWay.folded) throw new Error('The state was not cached.');
    underWay.keep({ ...underWay.folded, revision: LENGTH + 10 });
    expect((await loadState(services, listener, 'conversation-a')).state.said).toBe('[erased]');
    stop();
  });

  it('drops an entry that is not renewed, and the oldest one when there are too many', async () => {
    const few = createMemoryStateCache({ maxEntries: 2, timeToLive: 50 });
    const fold = {};
    const folded = { state: 1, revision: 100, position: 1, first: await firstEvent() };
    for (const id of ['settings-1', 'settings-2', 'settings-3'] as const) few.lookUp(fold, id).keep(folded);
    expect(few.lookUp(fold, 'settings-1').folded).toBeUndefined();
    expect(few.lookUp(fold, 'settings-3').folded).toEqual(folded);
    await expect.poll(() => few.lookUp(fold, 'settings-3').folded).toBeUndefined();
  });

  const firstEvent = async () => {
    const { first } = await loadState({ eventStore }, adder, 'settings-a');
    if (!first) throw new Error('The stream is empty.');
    return first;
  };
});
