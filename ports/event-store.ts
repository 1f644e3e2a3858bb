import type {
  DomainEvent,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StreamCategory,
  StreamId,
} from '../domain/kernel/event.ts';

/** What the writer believes about the stream: its last revision, that it does not exist, or nothing. */
export type ExpectedRevision = Revision | 'no-stream' | 'any';

/** Where the last event of an append stands. Repeating an append whose ids are stored returns the same answer. */
export type AppendResult = { readonly revision: Revision; readonly position: Position };

/** Narrows what is read. Every member that is present must match; an absent filter matches everything. */
export type EventFilter = {
  readonly types?: readonly string[];
  readonly categories?: readonly StreamCategory[];
};

export type ReadStreamOptions = { readonly fromRevision?: Revision; readonly toPosition?: Position };
export type ReadAllOptions = {
  readonly filter?: EventFilter;
  readonly toPosition?: Position;
  readonly batchSize?: number;
};

/** One page of the log: the matching events, and how far the log was looked through to find them. */
export type LogPage = {
  readonly events: readonly RecordedEvent[];
  /** Every event at or before this position has been considered: a consumer may checkpoint here. */
  readonly scannedTo: Position;
  /** The last position of the log when the page was read. */
  readonly head: Position;
};

/**
 * The append-only log.
 *
 * Promises, each covered by the contract suite:
 * - Positions are dense (1, 2, 3 …) and become visible in order: a reader never sees a gap that fills later.
 * - `append` is all or nothing and durable when it resolves. A wrong expectation rejects with a `conflict`
 *   Failure whose details hold `streamId`, `expected` and `actual` (the last revision, or -1 for no stream).
 * - Event ids are unique: appending ids that are all stored in that stream resolves with their place; an append
 *   that mixes stored and new ids is a `conflict`.
 * - `subscribe` passes from history to live without a gap or a repeat, and works without any notification.
 */
export type EventStore = {
  readonly append: (
    streamId: StreamId,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ) => Promise<AppendResult>;
  /** The events of one stream in order; nothing for a stream that does not exist. */
  readonly readStream: (streamId: StreamId, options?: ReadStreamOptions) => AsyncIterable<RecordedEvent>;
  /** The log after a position, in order, up to the head at the time of the call. */
  readonly readAll: (after: Position, options?: ReadAllOptions) => AsyncIterable<RecordedEvent>;
  /** One page of the log; `limit` counts matching events. */
  readonly readPage: (after: Position, limit: number, filter?: EventFilter) => Promise<LogPage>;
  /** The log after a position in order, waiting at the head for more, until the signal aborts. */
  readonly subscribe: (
    after: Position,
    filter: EventFilter | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<RecordedEvent>;
  /** Like `subscribe`, page by page; also yields empty pages that only move `scannedTo`. */
  readonly subscribePages: (
    after: Position,
    filter: EventFilter | undefined,
    signal: AbortSignal,
    pageSize?: number,
  ) => AsyncIterable<LogPage>;
  /** The last position of the log; 0 when it is empty. */
  readonly head: () => Promise<Position>;
  /** The last position recorded at or before an instant (ISO 8601); 0 when there is none. */
  readonly positionAt: (instant: string) => Promise<Position>;
};

/** Narrows a recorded event to one type of a union. */
export const isOfType = <Event extends DomainEvent, Type extends Event['type']>(
  event: Event,
  type: Type,
): event is Extract<Event, { type: Type }> => event.type === type;
