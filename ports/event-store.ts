import type {
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StreamCategory,
  StreamId,
} from '../domain/kernel/event.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import type { Fence } from './leases.ts';

/** The expected state of the stream: its last revision, that it does not exist, or any. */
export type ExpectedRevision = Revision | 'no-stream' | 'any';

/** The place of an append's last event. Repeating an append whose ids are stored returns the same answer. */
export type AppendResult = { readonly revision: Revision; readonly position: Position };

type AppendOptions = {
  /** Writes only while this is the lease's current fence, checked in the append's own transaction. */
  readonly fence?: Fence;
};

/** A stored event: JSON texts whose sensitive fields are ciphertext. Of any version and type. */
export type StoredEvent = {
  readonly position: Position;
  /** Not narrowed to a `StreamId`: a newer version of the program may know more categories. */
  readonly streamId: string;
  readonly revision: Revision;
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly recordedAt: string;
  readonly data: string;
  readonly metadata: string;
  /** Why the log itself considers the event unreadable, in a sentence: another party wrote it, or it is lost. */
  readonly flaw?: string;
};

/** One page of the log as stored; see `LogPage` for the positions. */
export type StoredPage = {
  readonly events: readonly StoredEvent[];
  readonly scannedTo: Position;
  readonly head: Position;
};

/**
 * Why this version of the program cannot read an event. The first three were written by a newer version; the last two
 * mean damage: `invalid` that the stored content was altered, does not match its schema or has a `flaw`, `missing_key`
 * that its key is damaged, or missing without having been destroyed.
 */
export const unreadableReasons = [
  'unknown_type',
  'unknown_category',
  'newer_version',
  'invalid',
  'missing_key',
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/**
 * An event that cannot be read: its position, the reason and the stored form, for readers that keep or forward
 * everything.
 */
export type UnreadableEvent = StoredEvent & {
  readonly reason: UnreadableReason;
  /** One sentence for an operator, free of content. */
  readonly message: string;
};

/** Distinguishes the entries of a page. */
export const isUnreadable = (event: RecordedEvent | UnreadableEvent): event is UnreadableEvent =>
  'reason' in event;

/** All events of a page in order, for readers that skip unreadable events and report it. */
export const inOrder = ({
  events,
  unreadable,
}: Pick<LogPage, 'events' | 'unreadable'>): readonly (RecordedEvent | UnreadableEvent)[] =>
  unreadable.length === 0
    ? events
    : [...events, ...unreadable].toSorted((one, other) => one.position - other.position);

/** Whether an event is damaged: no version of the program can read it unless it is restored. */
export const isDamaged = ({ reason }: Pick<UnreadableEvent, 'reason'>): boolean =>
  reason === 'invalid' || reason === 'missing_key';

/** The error of work that cannot continue without an unreadable event. */
export const unreadableFailure = ({
  position,
  id,
  type,
  reason,
  message,
}: Pick<UnreadableEvent, 'position' | 'id' | 'type' | 'reason' | 'message'>): Failure =>
  new Failure(
    failure(isDamaged({ reason }) ? 'internal_error' : 'unavailable', message, {
      component: 'event-store',
      details: { position, eventId: id, type, reason },
    }),
  );

/** Whether an error is an `unreadableFailure`. */
export const isUnreadableFailure = (error: unknown): error is Failure =>
  error instanceof Failure &&
  error.reason.component === 'event-store' &&
  error.reason.details?.eventId !== undefined &&
  unreadableReasons.some((reason) => reason === error.reason.details?.reason);

/** Filters for reading. Every given member must match; an absent filter matches everything. */
export type EventFilter = {
  readonly types?: readonly string[];
  readonly categories?: readonly StreamCategory[];
};

type ReadStreamOptions = { readonly fromRevision?: Revision; readonly toPosition?: Position };
type ReadStreamPageOptions = ReadStreamOptions & { readonly limit?: number };
type ReadAllOptions = {
  readonly filter?: EventFilter;
  readonly toPosition?: Position;
  readonly batchSize?: number;
};

/** One page of the log: the matching events, and how far the log was scanned for them. */
export type LogPage = {
  readonly events: readonly RecordedEvent[];
  /** The matching events that this version cannot read, in order. Readers must not skip them unintentionally. */
  readonly unreadable: readonly UnreadableEvent[];
  /** Every event at or before this position has been considered: a consumer may checkpoint here. */
  readonly scannedTo: Position;
  /** The last position of the log when the page was read. */
  readonly head: Position;
};

/** Some events of one stream. */
type StreamPage = Pick<LogPage, 'events' | 'unreadable'> & {
  /** Where to continue; absent at the end of the stream. */
  readonly next?: Revision;
};

/** Consecutive events of one stream; both ends are included. */
export type StreamRange = {
  readonly streamId: StreamId;
  readonly fromRevision: Revision;
  readonly toRevision: Revision;
};

/** All of a stream: the storage of every engine counts revisions in 32 bits. */
export const wholeStream = (streamId: StreamId): StreamRange => ({
  streamId,
  fromRevision: 0,
  toRevision: 2 ** 31 - 1,
});

/** Some events of the log, with those that this version cannot read. */
type RangesPage = Pick<LogPage, 'events' | 'unreadable'>;

type FollowStreamOptions = {
  /** Only events of these types. */
  readonly types?: readonly string[] | undefined;
  /**
   * The position of an event known to be in the stream: a hint that saves reading the start of a young stream from
   * storage.
   */
  readonly reaches?: Position | undefined;
};

/**
 * The append-only log.
 *
 * Guarantees, each covered by the contract suite:
 * - Positions are dense (1, 2, 3 …) and become visible in order: a reader never sees a gap that fills later.
 * - `append` is atomic, and durable when it resolves. A wrong expectation rejects with a `conflict` Failure whose
 *   details hold `streamId`, `expected` and `actual` (the last revision, or -1 for no stream).
 * - Under a fence, it is refused with `leaseLost` once the lease has a newer owner, however late the writer resumes.
 * - Event ids are unique: appending ids that are all stored in that stream, with the same content, resolves with their
 *   place; an append that mixes stored and new ids, or has other content under a stored one, is a `conflict`.
 * - Nothing is stored that was sealed with a destroyed key (`rule_violated`), whichever process destroyed it.
 * - Everything is bounded by bytes as well as by count: an event, or an append, that is too large is refused as
 *   `payload_too_large`, and a page ends early behind large events.
 * - Filters apply to stored events: an event that no filter matches disturbs no reader, whatever version wrote it. One
 *   that matches and cannot be read is named in the page; the generators, which yield events one by one, reject with
 *   `unreadableFailure` after yielding everything before it, so that no fold skips one unnoticed. Readers that must
 *   continue beyond it (an export, a replay for compliance) read pages, or the stored events themselves.
 * - `subscribe` goes from history to live events without a gap or a repetition, and works without any notification. So
 *   does `subscribeStream`, for one stream: a reader that waits for one stream is not woken for the others.
 * - `readStored` returns the appended bytes, whatever has happened since: ciphertext remains after its key was
 *   destroyed. Anything computed from them (a hash, a proof, a copy) stays valid. It rejects with `internal_error` at
 *   an event that the log has lost, which the other read methods report as unreadable.
 */
export type EventStore = {
  readonly append: (
    streamId: StreamId,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    options?: AppendOptions,
  ) => Promise<AppendResult>;
  /** The events of one stream in order; nothing for a stream that does not exist. */
  readonly readStream: (streamId: StreamId, options?: ReadStreamOptions) => AsyncIterable<RecordedEvent>;
  /** One page of a stream, with its unreadable events. */
  readonly readStreamPage: (streamId: StreamId, options?: ReadStreamPageOptions) => Promise<StreamPage>;
  /**
   * The events of many ranges, each once and in log order, up to a position. It makes one read for all of them instead
   * of one for each, and more only behind large events or more than a thousand. Ranges may overlap, and may name streams
   * and revisions that do not exist.
   */
  readonly readRanges: (
    ranges: readonly StreamRange[],
    options?: Pick<ReadStreamOptions, 'toPosition'>,
  ) => AsyncIterable<RangesPage>;
  /** The log after a position, in order, up to the head at the time of the call. */
  readonly readAll: (after: Position, options?: ReadAllOptions) => AsyncIterable<RecordedEvent>;
  /** One page of the log; `limit` counts matching events, readable or not. */
  readonly readPage: (after: Position, limit: number, filter?: EventFilter) => Promise<LogPage>;
  /** One page of the log as stored, neither decrypted nor validated; limited as in `readPage`. */
  readonly readStored: (after: Position, limit: number, filter?: EventFilter) => Promise<StoredPage>;
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
  /**
   * One stream after a revision (-1: all of it) in order, waiting at its end for more, until the signal aborts. The
   * stream need not exist yet.
   */
  readonly subscribeStream: (
    streamId: StreamId,
    afterRevision: Revision | -1,
    signal: AbortSignal,
    options?: FollowStreamOptions,
  ) => AsyncIterable<RecordedEvent>;
  /** The last position of the log; 0 when it is empty. */
  readonly head: () => Promise<Position>;
  /** When the events at these positions were recorded (ISO 8601); a position beyond the head has no entry. */
  readonly recordedAt: (positions: readonly Position[]) => Promise<ReadonlyMap<Position, string>>;
  /** The last position recorded at or before an instant (ISO 8601); 0 when there is none. */
  readonly positionAt: (instant: string) => Promise<Position>;
};
