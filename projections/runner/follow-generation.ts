import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { projectionResetRequested } from '../../domain/operations/projection-events.ts';
import type { Database } from '../../ports/database.ts';
import { type EventStore, type LogPage, unreadableFailure } from '../../ports/event-store.ts';
import type { Lease } from '../../ports/leases.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { moveCheckpoint } from './generations.ts';
import { generationSchema, type ProjectionDefinition } from './projection-definition.ts';

export type FollowServices = {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly metrics: Metrics;
};

export type FollowOptions = {
  readonly definition: ProjectionDefinition;
  readonly generation: number;
  readonly from: Position;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  /** Called after each page, once its effect is durable (or there was none). */
  readonly onAdvance: (position: Position, head: Position) => void;
  /** Called in the transaction of a batch that holds a request to reset this projection. */
  readonly onResetRequested?: (generation: number) => void;
  /** Ends the following when it answers true, asked at the start and after each page. */
  readonly until?: (position: Position, head: Position) => boolean;
};

const DEFAULT_BATCH = 1000;
/**
 * A checkpoint that only moved past ignored events is stored so many milliseconds later, together with what follows.
 * Readers in this process see it at once; those of another process wait for the stored one.
 */
const LAZY_CHECKPOINT_MS = { embedded: 2000, server: 100 } as const;

const fencedOff = (definition: ProjectionDefinition): Failure =>
  new Failure(
    failure(
      'conflict',
      `Another process keeps the projection ${definition.name}; its checkpoint was not moved.`,
    ),
  );

const requestedGeneration = (definition: ProjectionDefinition, event: RecordedEvent): number | undefined => {
  if (event.type !== projectionResetRequested.type) return undefined;
  const request = projectionResetRequested.schema.safeParse(event.data);
  return request.success && request.data.projection === definition.name ? request.data.generation : undefined;
};

/**
 * Keeps one generation of a projection current: page by page, each in a transaction of its own with the checkpoint.
 * Resolves with the stored position when the signal aborts or `until` says so; rejects when a batch fails.
 */
export const followGeneration = async (
  services: FollowServices,
  options: FollowOptions,
): Promise<Position> => {
  const { database, eventStore, metrics } = services;
  const { definition, generation, lease, signal } = options;
  const schema = generationSchema(definition.name, generation);
  const relevant = new Set(definition.eventTypes);
  const types = [...relevant, projectionResetRequested.type];

  // At the head no page may come for a long time.
  if (options.until?.(options.from, await eventStore.head())) return options.from;

  let stored = options.from;
  let position = options.from;
  let lazyTimer: NodeJS.Timeout | undefined;
  let lazyStore: Promise<void> = Promise.resolve();

  const move = async (to: Position): Promise<void> => {
    const place = { from: stored, to, lease: lease.name, fence: lease.fence };
    if (!(await moveCheckpoint(database, definition.name, generation, place))) throw fencedOff(definition);
    stored = to;
  };
  const storeLazily = (): void => {
    lazyTimer ??= setTimeout(() => {
      lazyTimer = undefined;
      // A failure shows at the next move, which then starts from a place that is no longer true.
      lazyStore = lazyStore.then(() => (position > stored ? move(position) : undefined)).catch(() => {});
    }, LAZY_CHECKPOINT_MS[database.kind]);
  };
  const settleLazyStore = async (): Promise<void> => {
    clearTimeout(lazyTimer);
    lazyTimer = undefined;
    await lazyStore;
  };

  const applyPage = async (page: LogPage): Promise<void> => {
    const [unreadable] = page.unreadable;
    if (unreadable) throw unreadableFailure(unreadable);
    const events = page.events.filter((event) => relevant.has(event.type));
    const resets = page.events.flatMap((event) => requestedGeneration(definition, event) ?? []);
    if (events.length === 0) {
      position = page.scannedTo;
      storeLazily();
    } else {
      await settleLazyStore();
      const started = performance.now();
      await definition.prepare?.(schema, events);
      await database.transaction(
        async (session) => {
          const moved = await moveCheckpoint(session, definition.name, generation, {
            from: stored,
            to: page.scannedTo,
            lease: lease.name,
            fence: lease.fence,
          });
          if (!moved) throw fencedOff(definition);
          await definition.apply(session, schema, events, page.scannedTo);
        },
        { patience: 'long' },
      );
      stored = page.scannedTo;
      position = page.scannedTo;
      metrics.observe('anamnesis_projection_batch_seconds', (performance.now() - started) / 1000, {
        projection: definition.name,
      });
      metrics.count('anamnesis_projection_events_total', { projection: definition.name }, events.length);
    }
    options.onAdvance(position, page.head);
    for (const reset of resets) options.onResetRequested?.(reset);
  };

  try {
    const size = definition.batchSize ?? DEFAULT_BATCH;
    for await (const page of eventStore.subscribePages(options.from, { types }, signal, size)) {
      await applyPage(page);
      if (options.until?.(position, page.head)) break;
    }
    await settleLazyStore();
    if (position > stored && !lease.signal.aborted) await move(position);
    return stored;
  } finally {
    await settleLazyStore();
  }
};
