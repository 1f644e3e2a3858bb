import type { EntityManager } from '@mikro-orm/core';
import type { Position } from '../domain/kernel/event.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import type { FollowerRegistry } from '../followers/follower-registry.ts';
import { readModelUnavailable } from '../followers/read-model-unavailable.ts';
import { coalesceCalls } from '../ports/coalesce-calls.ts';
import type { Database } from '../ports/database.ts';
import type { Checkpoint } from '../ports/follower.ts';
import type { Generations } from '../ports/generations.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { RowSealer } from '../ports/row-sealer.ts';
import type { ReadModelReader } from './read-model-reader.ts';
import { generationSchema } from './runner/projection-definition.ts';
import { createReadabilityCheck, type ReadableProjection } from './runner/readability-check.ts';

type ReadModelServices = {
  readonly database: Database;
  readonly generations: Pick<Generations, 'list'>;
  readonly entities: EntityManager;
  readonly sealer: RowSealer;
  readonly followerRegistry: FollowerRegistry;
  readonly metrics: Metrics;
  /** The tables and columns that readers need. */
  readonly projections: readonly ReadableProjection[];
  /** The longest time, in milliseconds, that a reader waits for a read model to reach its position. */
  readonly timeout?: number;
};

/** Seconds until another attempt is worthwhile when no generation can be read. */
const REBUILD_RETRY_AFTER = 5;

/** The interval for polling another process's checkpoint, in milliseconds. */
const LOOK_EVERY = 20;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Opens read models as views of their live generations, fresh enough for the reader's position. After an update the
 * live generation may be another version's: it is read if it has all columns, and otherwise waited for.
 */
export const openReadModels = (services: ReadModelServices): ReadModelReader => {
  const { database, generations, entities, followerRegistry, metrics } = services;
  const timeout = services.timeout ?? 10_000;
  const isReadable = createReadabilityCheck(database, services.projections);

  /**
   * One poll for all waiting readers: otherwise each would take a connection while no node keeps the read model
   * current.
   */
  const listAll = coalesceCalls(() => generations.list(database));

  /** The checkpoint that another process maintains. */
  const stored = async (projection: string): Promise<Checkpoint | undefined> => {
    const live = (await listAll()).find((one) => one.projection === projection && one.state === 'live');
    return live && { generation: live.generation, position: live.position };
  };

  /** The initial target of each generation; it never changes. */
  const targets = new Map<string, Position>();

  /**
   * The position that a generation must reach before it can be read: the head of the log when its build began. Right
   * after a restore there is no other generation, and half of one would read as if the rest had never existed.
   */
  const firstReadableAt = async (projection: string, { generation }: Checkpoint): Promise<Position> => {
    const name = generationSchema(projection, generation);
    const known = targets.get(name);
    if (known !== undefined) return known;
    const all = await generations.list(database, projection);
    const target = all.find((one) => one.generation === generation)?.target ?? 0;
    targets.set(name, target);
    return target;
  };

  const beingBuilt = (projection: string, position: Position, target: Position): Failure =>
    new Failure(
      failure(
        'unavailable',
        `The read model "${projection}" is being built and has reached position ${position} of ${target}. Try again in a moment.`,
        { component: projection, retryAfter: REBUILD_RETRY_AFTER, details: readModelUnavailable },
      ),
    );

  const beingRebuilt = (projection: string): Failure =>
    new Failure(
      failure(
        'unavailable',
        `The read model "${projection}" is being rebuilt for this version of the program. Try again in a moment.`,
        { component: projection, retryAfter: REBUILD_RETRY_AFTER, details: readModelUnavailable },
      ),
    );

  const wait = async (projection: string, after: Position, atMost?: number): Promise<Checkpoint> => {
    const deadline = performance.now() + (atMost ?? timeout);
    for (;;) {
      const checkpoint = followerRegistry.get(projection) ?? (await stored(projection));
      const readable = checkpoint && (await isReadable(projection, checkpoint.generation));
      const needed = checkpoint ? await firstReadableAt(projection, checkpoint) : 0;
      const isBuilt = checkpoint !== undefined && checkpoint.position >= needed;
      // A reader without a required position does not wait for a checkpoint that does not move.
      const isAtRest = atMost !== undefined && checkpoint?.frozen;
      if (readable && isBuilt && (checkpoint.position >= after || isAtRest)) return checkpoint;
      if (performance.now() >= deadline) {
        if (checkpoint && !readable) throw beingRebuilt(projection);
        if (checkpoint && !isBuilt) throw beingBuilt(projection, checkpoint.position, needed);
        if (checkpoint && atMost !== undefined) return checkpoint;
        throw new Failure(
          failure(
            'timeout',
            checkpoint
              ? `The read model "${projection}" did not reach position ${after} in time; it is at ${checkpoint.position}.`
              : `The read model "${projection}" does not exist yet. Try again in a moment.`,
            {
              component: projection,
              retryAfter: 1,
              details: {
                after,
                position: checkpoint?.position ?? 0,
                ...(checkpoint ? {} : readModelUnavailable),
              },
            },
          ),
        );
      }
      const reached = await followerRegistry.waitFor(
        projection,
        Math.max(after, needed),
        Math.max(0, deadline - performance.now()),
      );
      if (!reached || !readable) await pause(LOOK_EVERY);
    }
  };

  const locate = async (projection: string, after: Position = 0, atMost?: number): Promise<Checkpoint> => {
    // Only readers that name a position wait for it; the others read the current state after a moment.
    if (after === 0 || atMost !== undefined) return wait(projection, after, atMost);
    const started = performance.now();
    let outcome: 'reached' | 'timed_out' = 'timed_out';
    try {
      const checkpoint = await wait(projection, after);
      outcome = 'reached';
      return checkpoint;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      metrics.observe('anamnesis_read_wait_seconds', seconds, { projection, outcome });
    }
  };

  return {
    locate,
    open: async (projection, after) => {
      const checkpoint = await locate(projection, after);
      return {
        ...checkpoint,
        sealer: services.sealer,
        entities: entities.fork({ schema: generationSchema(projection, checkpoint.generation) }),
      };
    },
  };
};
