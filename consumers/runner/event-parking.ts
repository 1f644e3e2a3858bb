import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { eventMetadataOf } from '../../commands/runtime/event-metadata.ts';
import { type Loaded, loadState } from '../../commands/runtime/execute-decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { Failure, unwrap } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { findParked, firstParkedByKey, type ParkedEvent } from '../../domain/operations/parked-events.ts';
import {
  type ParkEvent,
  type ParkedEventsCommand,
  type ParkedEventsState,
  parkedEventsDecider,
} from '../../domain/operations/parked-events-decider.ts';

/**
 * The events that a consumer has parked: one stream a consumer, written by one writer, the owner of the
 * consumer's lease. Whatever comes up while one append is on its way goes together in the next, so that any number of
 * failures at once costs a few appends and no conflict.
 */
export type EventParking = {
  /** Resolves once it is in the log. Parking what is parked already changes nothing. */
  readonly park: (event: Omit<ParkEvent, 'type' | 'consumer'>, context: CommandContext) => Promise<void>;
  /** Notes that a parked event was handled after all. */
  readonly resolve: (eventId: string, context: CommandContext) => Promise<void>;
  readonly isParked: (eventId: string) => boolean;
  /** The oldest parked event of a key. */
  readonly firstOf: (key: string) => ParkedEvent | undefined;
};

type Services = Pick<CommandServices, 'eventStore' | 'identity'>;
type Waiting = {
  readonly command: ParkedEventsCommand;
  readonly context: CommandContext;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
};

/** Events of one append: far below what an append may hold, and enough for any consumer's concurrency in a few. */
const MAX_CONCURRENT = 100;
/** Only an admin's request for a replay can come in between; so many in a row mean something else is wrong. */
const MAX_CONFLICTS = 8;

const isConflict = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'conflict';

/** Loads the parked events of a consumer; only for the owner of its lease. */
export const openEventParking = async (consumer: string, services: Services): Promise<EventParking> => {
  const { eventStore, identity } = services;
  const streamId = streamIdOf('projection', consumer);
  const load = (): Promise<Loaded<ParkedEventsState>> =>
    loadState({ eventStore }, parkedEventsDecider, streamId);
  let seen = await load();
  let firsts = { of: seen.state.parked, byKey: firstParkedByKey(seen.state.parked) };
  let queue: Waiting[] = [];
  let isWriting = false;

  const decide = (batch: readonly Waiting[]) => {
    let { state } = seen;
    const events = batch.flatMap(({ command, context }) => {
      const decided = unwrap(parkedEventsDecider.decide(command, state));
      for (const event of decided) state = parkedEventsDecider.evolve(state, event);
      return decided.map(
        (event): NewEvent => ({ ...event, id: identity.newId(), metadata: eventMetadataOf(context) }),
      );
    });
    return { events, state };
  };

  const append = async (batch: readonly Waiting[]): Promise<void> => {
    let decided = decide(batch);
    if (decided.events.length < batch.length) {
      // Something looks done already. Only an admin's request for a replay, which this writer has not seen, changes that.
      seen = await load();
      decided = decide(batch);
    }
    if (decided.events.length === 0) return;
    const expected = seen.revision < 0 ? 'no-stream' : seen.revision;
    const fence = batch[0]?.context.fence;
    const appended = await eventStore.append(streamId, decided.events, expected, fence ? { fence } : {});
    seen = { state: decided.state, ...appended };
  };

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await append(batch);
        return;
      } catch (error) {
        if (!isConflict(error) || attempt >= MAX_CONFLICTS) throw error;
        seen = await load();
      }
    }
  };

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_CONCURRENT);
      queue = queue.slice(MAX_CONCURRENT);
      try {
        await write(batch);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
  };

  const submit = (command: ParkedEventsCommand, context: CommandContext): Promise<void> =>
    new Promise((done, failed) => {
      queue.push({ command, context, done, failed });
      if (isWriting) return;
      isWriting = true;
      // What fails in the same turn of the event loop shares the first append.
      queueMicrotask(drain);
    });

  return {
    park: (event, context) => submit({ type: 'ParkEvent', consumer, ...event }, context),
    resolve: (eventId, context) => submit({ type: 'ResolveParkedEvent', consumer, eventId }, context),
    isParked: (eventId) => findParked(seen.state.parked, eventId) !== undefined,
    firstOf: (key) => {
      const { parked } = seen.state;
      if (firsts.of !== parked) firsts = { of: parked, byKey: firstParkedByKey(parked) };
      return firsts.byKey.get(key);
    },
  };
};
