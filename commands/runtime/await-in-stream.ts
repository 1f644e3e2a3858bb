import type { Position, RecordedEvent, Revision, StreamId } from '../../domain/kernel/event.ts';
import type { CommandServices } from './command-definition.ts';

/** What is waited for: the first event of one stream, after a revision, that says how something ended. */
type AwaitedInStream<Ending> = {
  readonly streamId: StreamId;
  /** -1 where the stream need not exist yet. */
  readonly after: Revision;
  /** Position of an event that is known to be in the stream; see `subscribeStream`. */
  readonly reaches?: Position;
  /** Types of the events that `endingOf` wants to see. */
  readonly types: readonly string[];
  /** Called for the stream's events in order; `undefined` where the end is still to come. */
  readonly endingOf: (event: RecordedEvent) => Ending | undefined;
};

/** Waits for the end of something that the log records. `undefined` when the signal aborted first. */
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
