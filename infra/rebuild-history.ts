import type { CommandContext, CommandServices } from '../commands/command-definition.ts';
import { executeDecider } from '../commands/execute-decider.ts';
import type { Position, RecordedEvent } from '../domain/kernel/event.ts';
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
import type { LogPage, UnreadableEvent } from '../ports/event-store.ts';
import type { Fence } from '../ports/leases.ts';
import type { RebuildHistory } from '../projections/runner/rebuild-history.ts';

const filter = {
  types: [projectionResetRequested.type, projectionGenerationSwitched.type, projectionRebuildFailed.type],
  categories: ['projection'],
} as const;
const PAGE = 1000;

/**
 * The history of rebuilds over the event log. The decisions about all projections are few: they are folded once and kept,
 * and each reading looks only at what has come since.
 */
export const createRebuildHistory = (
  services: Pick<CommandServices, 'eventStore' | 'identity'>,
): RebuildHistory => {
  const { eventStore, identity } = services;
  const states = new Map<string, ProjectionState>();
  /** By stream: from here on, nothing more is folded. */
  const unreadable = new Map<string, UnreadableEvent>();
  let readTo: Position = 0;
  let reading: Promise<void> = Promise.resolve();

  const fold = (event: RecordedEvent): void => {
    if (unreadable.has(event.streamId)) return;
    const state = states.get(event.streamId) ?? projectionDecider.initialState;
    // The log has validated the event against the schema of its type, and the filter names only types of operations.
    states.set(event.streamId, projectionDecider.evolve(state, event as typeof event & OperationsEvent));
  };

  const take = ({ events, unreadable: unread, scannedTo }: LogPage): void => {
    for (const event of unread) if (!unreadable.has(event.streamId)) unreadable.set(event.streamId, event);
    for (const event of events) {
      const stop = unreadable.get(event.streamId);
      if (!stop || event.position < stop.position) fold(event);
    }
    readTo = scannedTo;
  };

  const catchUp = async (): Promise<void> => {
    for (;;) {
      const page = await eventStore.readPage(readTo, PAGE, filter);
      take(page);
      if (readTo >= page.head) return;
    }
  };

  const execute = async (projection: string, command: ProjectionCommand, fence: Fence): Promise<void> => {
    const commandId = identity.newId();
    const context: CommandContext = {
      actor: { id: 'system:projection-runner', role: 'service' },
      commandId,
      correlationId: commandId,
      fence,
    };
    const streamId = streamIdOf('projection', projection);
    await executeDecider({ decider: projectionDecider, streamId, commands: [command], context, services });
  };

  return {
    read: async (projection) => {
      // Not the reading under way: what was decided before this call may have come after that one looked.
      const mine = reading.then(catchUp);
      reading = mine.catch(() => {});
      await mine;
      const streamId = streamIdOf('projection', projection);
      const stop = unreadable.get(streamId);
      return {
        state: states.get(streamId) ?? projectionDecider.initialState,
        position: readTo,
        ...(stop ? { unreadable: stop } : {}),
      };
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
