import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { eventMetadataOf } from '../../commands/runtime/event-metadata.ts';
import { type Loaded, notStarted } from '../../commands/runtime/execute-decider.ts';
import type { DomainEvent, NewEvent } from '../../domain/kernel/event.ts';
import { Failure, unwrap } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { findParked, firstParkedByKey, type ParkedEvent } from '../../domain/operations/parked-events.ts';
import {
  type ParkEvent,
  type ParkedEventsCommand,
  type ParkedEventsState,
  parkedEventsDecider,
} from '../../domain/operations/parked-events-decider.ts';
import type { OperationsEvent } from '../../domain/operations/projection-events.ts';

/**
 * The parked events of a consumer: one stream per consumer, written by the owners of its partitions. Changes that arrive
 * in this process during an append go together into the next one, a partition at a time, so that any number of concurrent
 * failures costs a few appends.
 */
export type EventParking = {
  /**
   * Reads what others have written. Call it after taking a partition and before its first event: from then on no other
   * process writes about the events of that partition.
   */
  readonly refresh: () => Promise<void>;
  /** Resolves when the event is in the log as parked; with false if it already was, which changes nothing. */
  readonly park: (event: Omit<ParkEvent, 'type' | 'consumer'>, context: CommandContext) => Promise<boolean>;
  /** Records that a parked event was handled after all. */
  readonly resolve: (eventId: string, context: CommandContext) => Promise<unknown>;
  readonly isParked: (eventId: string) => boolean;
  /** The oldest parked event of a key. */
  readonly firstOf: (key: string) => ParkedEvent | undefined;
};

type Services = Pick<CommandServices, 'eventStore' | 'identity'>;
type Waiting = {
  readonly command: ParkedEventsCommand;
  readonly context: CommandContext;
  readonly done: (changed: boolean) => void;
  readonly failed: (error: unknown) => void;
};

/** Events of one append: far below its limit, and enough to cover any consumer's concurrency in a few appends. */
const MAX_CONCURRENT = 100;
/** Other owners of partitions append too, one event at a time; more conflicts in a row have another cause. */
const MAX_CONFLICTS = 50;

const isConflict = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'conflict';

/** Creates the parking of a consumer, empty until the first `refresh`. */
export const createEventParking = (consumer: string, services: Services): EventParking => {
  const { eventStore, identity } = services;
  const streamId = streamIdOf('projection', consumer);
  let seen: Loaded<ParkedEventsState> = notStarted(parkedEventsDecider);
  let firsts = { of: seen.state.parked, byKey: firstParkedByKey(seen.state.parked) };
  let queue: Waiting[] = [];
  let isWriting = false;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const catchUp = async (): Promise<void> => {
    let found = seen;
    for await (const event of eventStore.readStream(streamId, { fromRevision: found.revision + 1 })) {
      const { revision, position } = event;
      // The log validates each event against the schema of its type, and a category holds one decider's events.
      const state = parkedEventsDecider.evolve(found.state, event as DomainEvent as OperationsEvent);
      found = { state, revision, position };
    }
    // Our own append may have completed meanwhile.
    if (found.revision > seen.revision) seen = found;
  };
  const refresh = (): Promise<void> => {
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined;
        reading = catchUp();
        return reading;
      });
    return next;
  };

  const decide = (batch: readonly Waiting[]) => {
    let { state } = seen;
    const decided = batch.map(({ command, context }) => {
      const events = unwrap(parkedEventsDecider.decide(command, state));
      for (const event of events) state = parkedEventsDecider.evolve(state, event);
      return events.map(
        (event): NewEvent => ({ ...event, id: identity.newId(), metadata: eventMetadataOf(context) }),
      );
    });
    return { events: decided.flat(), changes: decided.map((events) => events.length > 0), state };
  };

  const append = async (batch: readonly Waiting[]): Promise<readonly boolean[]> => {
    let decided = decide(batch);
    if (decided.events.length < batch.length) {
      // Something looks done already. Only an admin's request for a replay, which this writer has not seen, changes that.
      await catchUp();
      decided = decide(batch);
    }
    const { events, changes, state } = decided;
    if (events.length === 0) return changes;
    const expected = seen.revision < 0 ? 'no-stream' : seen.revision;
    const fence = batch[0]?.context.fence;
    const appended = await eventStore.append(streamId, events, expected, fence ? { fence } : {});
    if (appended.revision > seen.revision) seen = { state, ...appended };
    return changes;
  };

  const write = async (batch: readonly Waiting[]): Promise<readonly boolean[]> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await append(batch);
      } catch (error) {
        if (!isConflict(error) || attempt >= MAX_CONFLICTS) throw error;
        await catchUp();
      }
    }
  };

  /** Takes the waiting changes under the same fence as the first, because an append has one fence. */
  const takeBatch = (): readonly Waiting[] => {
    const lease = queue[0]?.context.fence?.name;
    const batch = queue.filter(({ context }) => context.fence?.name === lease).slice(0, MAX_CONCURRENT);
    const taken = new Set(batch);
    queue = queue.filter((waiting) => !taken.has(waiting));
    return batch;
  };

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = takeBatch();
      try {
        const changes = await write(batch);
        for (const [index, { done }] of batch.entries()) done(changes[index] === true);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
  };

  const submit = (command: ParkedEventsCommand, context: CommandContext): Promise<boolean> =>
    new Promise((done, failed) => {
      queue.push({ command, context, done, failed });
      if (isWriting) return;
      isWriting = true;
      // Failures in the same turn of the event loop share the first append.
      queueMicrotask(drain);
    });

  return {
    refresh,
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
