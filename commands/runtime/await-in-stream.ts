import type { Position, RecordedEvent, Revision, StreamId } from '../../domain/kernel/event.ts';
import type { CommandServices } from './command-definition.ts';

/** The event to wait for: the first in a stream, after a revision, that records how something ended. */
type AwaitedInStream<Ending> = {
  readonly streamId: StreamId;
  /** -1 when the stream may not exist yet. */
  readonly after: Revision;
  /** The position of an event known to be in the stream; see `subscribeStream`. */
  readonly reaches?: Position;
  /** The event types to pass to `endingOf`. */
  readonly types: readonly string[];
  /** Called for the stream's events in order; returns `undefined` until the end. */
  readonly endingOf: (event: RecordedEvent) => Ending | undefined;
};

/** Waits for an end recorded in the log. `undefined` when the signal aborted first. */
export const awaitInStream = async <Ending>(
  { streamId, after, reaches, types, endingOf }: AwaitedInStream<Ending>,
  { eventStore }: Pick<CommandServices, 'eventStore'>,
  signal: AbortSignal,
): Promise<Ending | undefined> => {
  for await (const event of eventStore.subscribeStream(streamId, after, signal, { types, reaches })) {
    const ending = endingOf(event);
    if (ending !== undefined) return ending;
  }
  return undefined;
};
