import type { CommandServices } from '../commands/runtime/command-definition.ts';
import { executeDecider } from '../commands/runtime/execute-decider.ts';
import { systemContext } from '../commands/runtime/system-caller.ts';
import type { Position, RecordedEvent, StreamId } from '../domain/kernel/event.ts';
import { Failure } from '../domain/kernel/failure.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import {
  type ProjectionCommand,
  type ProjectionState,
  projectionDecider,
} from '../domain/operations/projection-decider.ts';
import {
  type OperationsEvent,
  projectionGenerationSwitched,
  projectionRebuildFailed,
  projectionResetRequested,
} from '../domain/operations/projection-events.ts';
import { inOrder, isUnreadable, type UnreadableEvent } from '../ports/event-store.ts';
import type { Fence } from '../ports/leases.ts';
import type { RebuildHistory } from '../projections/runner/rebuild-history.ts';

const filter = {
  types: [projectionResetRequested.type, projectionGenerationSwitched.type, projectionRebuildFailed.type],
  categories: ['projection'],
} as const;
const PAGE = 1000;
const decisions: ReadonlySet<string> = new Set(filter.types);
const isDecision = ({ type }: { readonly type: string }): boolean => decisions.has(type);

/** How a projection's stream was folded, and the event in it that could not be read: nothing after it is folded. */
type Known = { readonly state: ProjectionState; readonly unreadable?: UnreadableEvent };
const nothingKnown: Known = { state: projectionDecider.initialState };

const foldNext = (known: Known, event: RecordedEvent | UnreadableEvent): Known => {
  if (known.unreadable) return known;
  if (isUnreadable(event)) return { ...known, unreadable: event };
  // The log has validated the event against the schema of its type, and the stream holds events of operations alone.
  return { state: projectionDecider.evolve(known.state, event as typeof event & OperationsEvent) };
};

/**
 * The history of rebuilds over the event log. A projection's stream is read once, whatever the length of the log; from
 * then on each reading looks only at what has come since, for all projections together.
 */
export const createRebuildHistory = (
  services: Pick<CommandServices, 'eventStore' | 'identity'>,
): RebuildHistory => {
  const { eventStore, identity } = services;
  const known = new Map<string, Known>();
  /** Up to here the streams that are known are folded. */
  let readTo: Position | undefined;
  /** Streams that were asked for and are not known yet. */
  const wanted = new Set<StreamId>();
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const readStream = async (streamId: StreamId, toPosition: Position): Promise<Known> => {
    let folded = nothingKnown;
    for (let fromRevision = 0; ; ) {
      const page = await eventStore.readStreamPage(streamId, { fromRevision, toPosition, limit: PAGE });
      for (const event of inOrder(page)) if (isDecision(event)) folded = foldNext(folded, event);
      if (page.next === undefined) return folded;
      fromRevision = page.next;
    }
  };

  const catchUp = async (from: Position): Promise<Position> => {
    for (let after = from; ; after = readTo) {
      const page = await eventStore.readPage(after, PAGE, filter);
      for (const event of inOrder(page)) {
        const before = known.get(event.streamId);
        if (before) known.set(event.streamId, foldNext(before, event));
      }
      // With each page, so that after a failure none is folded a second time.
      readTo = page.scannedTo;
      if (readTo >= page.head) return readTo;
    }
  };

  const readOn = async (): Promise<void> => {
    next = undefined;
    const to = readTo === undefined ? await eventStore.head() : await catchUp(readTo);
    readTo ??= to;
    for (const streamId of wanted) {
      known.set(streamId, await readStream(streamId, to));
      wanted.delete(streamId);
    }
  };

  /**
   * Reads on after the reading under way, which may have looked before what the caller must see was decided. All who ask
   * until it begins share it.
   */
  const readAnew = (): Promise<void> => {
    next ??= reading.then(readOn);
    reading = next.catch(() => {});
    return next;
  };

  const execute = async (projection: string, command: ProjectionCommand, fence: Fence): Promise<void> => {
    const context = systemContext(undefined, identity.newId(), 'projection-runner', fence);
    const streamId = streamIdOf('projection', projection);
    await executeDecider({ decider: projectionDecider, streamId, commands: [command], context, services });
  };

  return {
    read: async (projection) => {
      const streamId = streamIdOf('projection', projection);
      if (!known.has(streamId)) wanted.add(streamId);
      await readAnew();
      return { ...(known.get(streamId) ?? nothingKnown), position: readTo ?? 0 };
    },
    news: async (projection, after, signal) => {
      const streamId = streamIdOf('projection', projection);
      for await (const { events, unreadable: unread } of eventStore.subscribePages(after, filter, signal))
        if ([...events, ...unread].some((event) => event.streamId === streamId)) return;
    },
    requestReset: async (projection, fence) => {
      try {
        await execute(projection, { type: 'RequestReset', projection }, fence);
      } catch (error) {
        // Somebody else has just asked for it.
        if (!(error instanceof Failure && error.reason.code === 'conflict')) throw error;
      }
    },
    recordSwitched: (projection, generation, builtTo, fence) =>
      execute(projection, { type: 'RecordSwitched', generation, builtTo }, fence),
    recordFailed: (projection, generation, message, fence) =>
      execute(projection, { type: 'RecordFailed', generation, message }, fence),
  };
};
