import type { Decider } from '../../domain/kernel/decider.ts';
import type {
  DomainEvent,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StreamId,
} from '../../domain/kernel/event.ts';
import { Failure, failure, unwrap } from '../../domain/kernel/failure.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandServices } from './command-definition.ts';
import { eventMetadataOf } from './event-metadata.ts';

export type ExecuteOptions<Command, Event extends DomainEvent, State> = {
  readonly decider: Decider<Command, Event, State>;
  readonly streamId: StreamId;
  /**
   * Decided one after another and appended together. A function receives the state before the first; it is not called
   * when a repeated command's events are already recorded.
   */
  readonly commands:
    | readonly Command[]
    | ((state: State) => readonly Command[] | Promise<readonly Command[]>);
  readonly context: CommandContext;
  readonly services: Pick<CommandServices, 'eventStore' | 'identity' | 'states' | 'recordedBefore'>;
  /**
   * Called after all commands are accepted and before events are appended, to make durable what the events refer to.
   * May be called more than once.
   */
  readonly onAccepted?: () => Promise<void>;
  /** The data subject whose key encrypts the sensitive fields of the events. */
  readonly subject?: string;
  /** Whether the events hold PHI. */
  readonly phi?: boolean;
  /** The stream as an earlier execution left it: saves reading it again when there is no other writer. */
  readonly seen?: Loaded<State>;
  /** Distinguishes several executions under one command id on the same stream. */
  readonly label?: string;
  /**
   * Whether the command may take effect again after the stream has moved on, as when a retried job fails again. Its
   * events then differ; only the decider prevents duplicates.
   */
  readonly recurs?: boolean;
};

/**
 * The stream after the command. `events` are the new ones, or none when the command changed nothing. For a repeated
 * command they are those of its first execution, so build the response from them.
 */
type Execution<Event, State> = {
  readonly streamId: StreamId;
  readonly revision: Revision;
  readonly position: Position;
  readonly state: State;
  readonly events: readonly Event[];
};

const MAX_ATTEMPTS = 8;

/** The state of a stream when it was read. */
export type Loaded<State> = {
  readonly state: State;
  readonly revision: Revision;
  readonly position: Position;
};

/** A stream that does not exist yet: saves reading one whose id was just created. */
export const notStarted = <Command, Event, State>(
  decider: Decider<Command, Event, State>,
): Loaded<State> => ({
  state: decider.initialState,
  revision: -1,
  position: 0,
});

/**
 * The state of a stream from its first event alone. A writer that was delivered this event may rely on it: when more
 * events have followed, the append conflicts and the stream is read.
 */
export const startedBy = <Command, Event extends DomainEvent, State>(
  decider: Decider<Command, Event, State>,
  event: RecordedEvent,
): Loaded<State> => ({
  // The log validates each event against the schema of its type, and a category holds one decider's events.
  state: decider.evolve(decider.initialState, event as DomainEvent as Event),
  revision: event.revision,
  position: event.position,
});

/** The number of events from which a stream's folded state is cached; shorter streams fit one small page. */
const LONG_STREAM = 64;

/**
 * Folds a stream into a state; revision -1 and position 0 when the stream does not exist. Of a long stream that was
 * folded before, only the newer events are read.
 */
export const loadState = async <Event extends DomainEvent, State>(
  { eventStore, states }: Pick<CommandServices, 'eventStore' | 'states'>,
  fold: {
    readonly initialState: State;
    readonly evolve: (state: State, event: Event) => State;
  },
  streamId: StreamId,
): Promise<Loaded<State> & { readonly first?: RecordedEvent }> => {
  const known = states?.lookUp(fold, streamId);
  const folded = known?.folded;
  // The state cached for a fold was stored here by the same fold.
  let state = folded ? (folded.state as State) : fold.initialState;
  let last: Pick<RecordedEvent, 'revision' | 'position'> | undefined = folded;
  let first = folded?.first;
  for await (const event of eventStore.readStream(
    streamId,
    folded ? { fromRevision: folded.revision + 1 } : {},
  )) {
    // The log validates each event against the schema of its type, and a category holds one decider's events.
    state = fold.evolve(state, event as DomainEvent as Event);
    first ??= event;
    last = event;
  }
  const { revision, position } = last ?? { revision: -1, position: 0 };
  if (first && revision >= LONG_STREAM && revision > (folded?.revision ?? -1)) {
    known?.keep({ state, revision, position, first });
  }
  return { state, revision, position, ...(first ? { first } : {}) };
};

const staleRead = (expected: Revision, actual: Revision): Failure =>
  new Failure(
    failure('conflict', `The resource is at revision ${actual}, not ${expected}. Read it again and retry.`, {
      details: { expected, actual },
    }),
  );

const isConflict = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'conflict';

/** The id of a command's event: deterministic, so that the log recognises a repeat. */
const eventIdOf = <Command, Event extends DomainEvent, State>(
  { services, context, streamId, label = '' }: ExecuteOptions<Command, Event, State>,
  index: number,
  occasion = '',
): string => services.identity.derivedId(context.commandId, `${streamId}/${label}/${occasion}${index}`);

/**
 * The events that an earlier execution of the command appended here, with the state after them; nothing when this is
 * no repeat or the earlier one did not change this stream.
 */
const executedBefore = async <Command, Event extends DomainEvent, State>(
  options: ExecuteOptions<Command, Event, State>,
  loaded: Loaded<State>,
): Promise<Execution<Event, State> | undefined> => {
  const { decider, streamId, services } = options;
  if (!services.recordedBefore || options.recurs) return undefined;
  const recorded = new Map((await services.recordedBefore(streamId)).map((event) => [event.id, event]));
  let { state } = loaded;
  let last: RecordedEvent | undefined;
  const events: Event[] = [];
  for (let index = 0; ; index += 1) {
    const event = recorded.get(eventIdOf(options, index));
    if (!event) break;
    // The log validates each event against the schema of its type, and a category holds one decider's events.
    const own = event as DomainEvent as Event;
    state = decider.evolve(state, own);
    events.push(own);
    last = event;
  }
  return last && { streamId, revision: last.revision, position: last.position, state, events };
};

/**
 * Loads a stream, decides, and appends at the revision that it read; decides again on a fresh state when another
 * writer was faster, unless the caller requires a revision. Event ids derive from the command's id, so the log
 * recognises a repeated command; when the services know what it recorded before, that is the result.
 */
export const executeDecider = async <Command, Event extends DomainEvent, State>(
  options: ExecuteOptions<Command, Event, State>,
): Promise<Execution<Event, State>> => {
  const { decider, streamId, context, services } = options;
  const metadata = eventMetadataOf(context, options);

  for (let attempt = 1; ; attempt += 1) {
    const loaded =
      attempt === 1 && options.seen ? options.seen : await loadState(services, decider, streamId);
    const before = await executedBefore(options, loaded);
    if (before) return before;
    if (context.expectedRevision !== undefined && context.expectedRevision !== loaded.revision) {
      throw staleRead(context.expectedRevision, loaded.revision);
    }
    let { state } = loaded;
    const decided: Event[] = [];
    const commands =
      typeof options.commands === 'function' ? await options.commands(state) : options.commands;
    for (const command of commands) {
      const events = unwrap(decider.decide(command, state));
      for (const event of events) state = decider.evolve(state, event);
      decided.push(...events);
    }
    await options.onAccepted?.();
    if (decided.length === 0) {
      return { streamId, state, revision: loaded.revision, position: loaded.position, events: [] };
    }
    const occasion = options.recurs ? `${loaded.revision}/` : '';
    const newEvents = decided.map(
      (event, index): NewEvent => ({
        ...event,
        id: eventIdOf(options, index, occasion),
        metadata,
      }),
    );
    try {
      const expected = loaded.revision < 0 ? 'no-stream' : loaded.revision;
      const appended = await services.eventStore.append(
        streamId,
        newEvents,
        expected,
        context.fence ? { fence: context.fence } : {},
      );
      return { streamId, ...appended, state, events: decided };
    } catch (error) {
      if (!isConflict(error) || context.expectedRevision !== undefined || attempt >= MAX_ATTEMPTS)
        throw error;
    }
  }
};
