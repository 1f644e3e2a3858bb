import type { Position } from '../../../domain/kernel/event.ts';
import type { AppendMonitor } from '../../../ports/append-monitor.ts';
import { coalesceCalls } from '../../../ports/coalesce-calls.ts';
import type { Database } from '../../../ports/database.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import type { Logger } from '../../../ports/logger.ts';
import { type Metrics, silentMetrics } from '../../../ports/metrics.ts';
import type { EventSerializer } from '../event-serialization/event-serializer.ts';
import { createAppendCoalescer } from './append-coalescer.ts';
import { createAppend } from './append-events.ts';
import { type AppendLimits, defaultAppendLimits } from './append-limits.ts';
import type { WriteBatch } from './append-request.ts';
import { appendedEvents } from './appended-events.ts';
import { createDecodeOnce } from './decode-once.ts';
import type { LogBackend } from './log-backend.ts';
import { createLogReader } from './log-reader.ts';
import { createLogSubscriptions } from './log-subscriptions.ts';
import { createLogTail } from './log-tail.ts';
import { createPostgresBackend } from './postgres-backend.ts';
import type { WakeUps } from './wake-ups.ts';

type EventStoreOptions = {
  readonly serializer: EventSerializer;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Milliseconds between polls of the log without a notification. */
  readonly pollInterval?: number;
  readonly limits?: Partial<AppendLimits>;
  /** A source of hints in addition to the notifications of the database. */
  readonly wakeUps?: WakeUps;
};

export type PostgresEventStore = EventStore &
  AppendMonitor & {
    /** Drops decrypted events from memory. Call it when a key was destroyed. */
    readonly forgetDecoded: () => void;
    readonly close: () => Promise<void>;
  };

/** How far live subscribers may lag behind before each reads the log separately. */
const TAIL_EVENTS = 2000;
const TAIL_BYTES = 16 * 1024 * 1024;

/** Implements the guarantees of the log on any storage of its events. */
export const createEventStoreOn = async (
  backend: LogBackend,
  options: EventStoreOptions,
): Promise<PostgresEventStore> => {
  const { serializer, logger, metrics = silentMetrics } = options;
  const limits = { ...defaultAppendLimits, ...options.limits };
  const { stored } = backend;
  const reader = createLogReader(stored, serializer);

  const live = createDecodeOnce(serializer.decode);
  const tail = createLogTail({
    readPage: stored.readLog,
    pollInterval: options.pollInterval ?? 500,
    capacity: TAIL_EVENTS,
    capacityBytes: TAIL_BYTES,
    logger,
  });
  /**
   * Notifications during a write of the only process that appends: they are about that write, whose events the tail is
   * given, and would make it read them first.
   */
  let postponed: (Position | undefined)[] | undefined;
  const hint = (position: Position | undefined): void => {
    if (postponed) postponed.push(position);
    else tail.hint(position);
  };
  const feedTail: WriteBatch = async (requests) => {
    const outcomes = await backend.write(requests);
    // Once per batch, so that followers of the log are woken once.
    if (backend.outcomeHasInstants) {
      const appended = appendedEvents(requests, outcomes);
      backend.saw?.(appended);
      tail.feed(appended);
    } else for (const one of outcomes) if (one.outcome === 'appended') tail.hint(one.position);
    return outcomes;
  };
  const coalescer = createAppendCoalescer(
    async (requests) => {
      if (backend.isOwn) postponed = [];
      try {
        const outcomes = await feedTail(requests);
        const last = Math.max(...outcomes.map((one) => (one.outcome === 'appended' ? one.position : 0)));
        if (last > 0) options.wakeUps?.announce(last);
        return outcomes;
      } finally {
        const hints = postponed ?? [];
        postponed = undefined;
        for (const position of hints) tail.hint(position);
      }
    },
    limits,
    metrics,
  );
  /** The end of the log as far as this process knows: exact on an embedded database, which only this process uses. */
  let knownHead: Position = 0;
  const stopListening = await backend.listen((payload) => {
    const position = Number(payload);
    // An empty payload follows a reconnection: notifications may have been missed.
    if (Number.isSafeInteger(position)) knownHead = Math.max(knownHead, position);
    hint(payload === '' || !Number.isSafeInteger(position) ? undefined : position);
  });

  const stopHearing = await options.wakeUps?.hear(tail.hint);

  // Every question needs the head, to search everything stored at the time of asking.
  const lookForHead = coalesceCalls(async (): Promise<Position> => {
    knownHead = Math.max(knownHead, await backend.readHead());
    return knownHead;
  });
  const readHead = async (): Promise<Position> =>
    backend.isOwn && knownHead > 0 ? knownHead : lookForHead();

  const append = createAppend({
    stored,
    serializer,
    coalescer,
    limits,
    // The first attempt may have committed without updating the tail.
    onRepeated: tail.hint,
    onPosition: (position) => {
      knownHead = Math.max(knownHead, position);
    },
  });

  return {
    append,
    ...reader,
    readStored: backend.readStored,
    ...createLogSubscriptions({
      readPage: reader.readPage,
      readStream: stored.readStream,
      tail,
      live,
    }),
    head: readHead,
    positionAt: backend.positionAt,
    recordedAt: backend.recordedAt,
    forgetDecoded: live.forget,
    appendState: coalescer.state,
    appendQueue: coalescer.queued,
    probeAppends: backend.probe,
    close: async () => {
      await coalescer.idle();
      await tail.close();
      await stopListening();
      await stopHearing?.();
    },
  };
};

/**
 * The event log on PostgreSQL, embedded or served, through the same SQL. See the functions of the schema `event_log` in
 * `infra/storage/database/migrations` for how it works.
 */
export const createPostgresEventStore = ({
  database,
  continuity,
  ...options
}: EventStoreOptions & {
  readonly database: Database;
  /** Receives the events that were read or appended. */
  readonly continuity?: LogContinuity | undefined;
}): Promise<PostgresEventStore> => createEventStoreOn(createPostgresBackend(database, continuity), options);
