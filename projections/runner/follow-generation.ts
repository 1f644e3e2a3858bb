import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database } from '../../ports/database.ts';
import type { EventStore, LogPage, UnreadableEvent } from '../../ports/event-store.ts';
import type { Ownership } from '../../ports/follower.ts';
import type { CheckpointMove, Generations } from '../../ports/generations.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { type ApplyStep, generationSchema, type ProjectionDefinition } from './projection-definition.ts';

export type FollowServices = {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly generations: Generations;
  readonly metrics: Metrics;
};

export type FollowOptions = {
  readonly definition: ProjectionDefinition;
  readonly generation: number;
  readonly from: Position;
  readonly ownership: Pick<Ownership, 'fence' | 'confirm'>;
  readonly signal: AbortSignal;
  /** Called after each page, when its effect is durable (or there was none). */
  readonly onAdvance?: (position: Position, head: Position) => void;
  /** Stops following when it returns true; called at the start and after each page. */
  readonly until?: (position: Position, head: Position) => boolean;
};

/** The place where following stopped. */
export type Followed = {
  readonly position: Position;
  /** The event right after it that this version of the program cannot read, if that was the reason. */
  readonly unreadable?: UnreadableEvent;
};

/**
 * Events per page. On the embedded database, whose single thread all work shares, a page is half as long: reading one
 * took 16 ms and writing it 8 ms when measured, twice that for 1,000, and the cost per event is the same.
 */
const DEFAULT_BATCH = { embedded: 500, server: 1000 } as const;
/**
 * A checkpoint that only moved past ignored events is stored after this many milliseconds, together with later
 * progress. Readers in this process see it immediately; those of another process wait until it is stored.
 */
const LAZY_CHECKPOINT_MS = { embedded: 2000, server: 100 } as const;

/** The part of a page before its first unreadable event: a fold must not skip one. */
const readablePart = (page: LogPage): LogPage => {
  const [first] = page.unreadable;
  if (!first) return page;
  return {
    ...page,
    events: page.events.filter(({ position }) => position < first.position),
    scannedTo: first.position - 1,
  };
};

/**
 * Keeps one generation of a projection current, page by page, each in one transaction with the checkpoint. Resolves
 * when the signal aborts, when `until` returns true, or before an event that cannot be read; rejects when a batch
 * fails, and with `leaseLost` when another process has taken over.
 */
export const followGeneration = async (
  services: FollowServices,
  options: FollowOptions,
): Promise<Followed> => {
  const { database, eventStore, generations, metrics } = services;
  const { definition, generation, ownership, signal } = options;
  const schema = generationSchema(definition.name, generation);

  // At the head it may take long until the next page.
  if (options.until?.(options.from, await eventStore.head())) return { position: options.from };

  let stored = options.from;
  let position = options.from;
  let lazyTimer: NodeJS.Timeout | undefined;
  let lazyStore: Promise<void> = Promise.resolve();

  const notMoved = async (): Promise<Failure> => {
    await ownership.confirm();
    return new Failure(
      failure('conflict', `The checkpoint of the projection ${definition.name} was moved by another writer.`),
    );
  };
  const moveTo = (to: Position): CheckpointMove => ({ generation, from: stored, to, fence: ownership.fence });
  const move = async (to: Position): Promise<void> => {
    if (!(await generations.moveCheckpoint(database, definition.name, moveTo(to)))) throw await notMoved();
    stored = to;
  };
  const storeLazily = (): void => {
    lazyTimer ??= setTimeout(() => {
      lazyTimer = undefined;
      // A failure surfaces at the next move, which then starts from an outdated checkpoint.
      lazyStore = lazyStore.then(() => (position > stored ? move(position) : undefined)).catch(() => {});
    }, LAZY_CHECKPOINT_MS[database.kind]);
  };
  const settleLazyStore = async (): Promise<void> => {
    clearTimeout(lazyTimer);
    lazyTimer = undefined;
    await lazyStore;
  };

  const applyStep: ApplyStep = async (work) => {
    const applied = await database.transaction(
      async (session) => {
        // Moves nowhere: it locks the generation, so that a former owner cannot write.
        if (!(await generations.moveCheckpoint(session, definition.name, moveTo(stored)))) return false;
        await work(session);
        return true;
      },
      { timeout: 'long', durable: 'with-next' },
    );
    if (!applied) throw await notMoved();
  };

  const applyPage = async ({ events, scannedTo, head }: LogPage): Promise<void> => {
    if (events.length === 0) {
      position = scannedTo;
      storeLazily();
    } else {
      await settleLazyStore();
      const started = performance.now();
      await definition.prepare?.(schema, events);
      await definition.applyAhead?.(schema, events, applyStep);
      const applied = await database.transaction(
        async (session) => {
          if (!(await generations.moveCheckpoint(session, definition.name, moveTo(scannedTo)))) return false;
          await definition.apply(session, schema, events, scannedTo);
          return true;
        },
        // Derived from events in the log: after a crash, rows and checkpoint are both at their earlier state and the
        // page is repeated. Any later commit, such as that of an erasure, makes this durable too.
        { timeout: 'long', durable: 'with-next' },
      );
      if (!applied) throw await notMoved();
      stored = scannedTo;
      position = scannedTo;
      metrics.observe('anamnesis_projection_batch_seconds', (performance.now() - started) / 1000, {
        projection: definition.name,
      });
      metrics.count('anamnesis_projection_events_total', { projection: definition.name }, events.length);
    }
    options.onAdvance?.(position, head);
  };

  try {
    const size = definition.batchSize ?? DEFAULT_BATCH[database.kind];
    const filter = { types: definition.eventTypes };
    let unreadable: UnreadableEvent | undefined;
    for await (const page of eventStore.subscribePages(options.from, filter, signal, size)) {
      await applyPage(readablePart(page));
      [unreadable] = page.unreadable;
      if (unreadable || options.until?.(position, page.head)) break;
    }
    await settleLazyStore();
    if (position > stored) await move(position);
    return { position: stored, ...(unreadable ? { unreadable } : {}) };
  } finally {
    await settleLazyStore();
  }
};
