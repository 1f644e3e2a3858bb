import type { EntityManager } from '@mikro-orm/core';
import type { Position } from '../domain/kernel/event.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import type { FollowerRegistry } from '../followers/follower-registry.ts';
import { readModelAway } from '../followers/read-model-away.ts';
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
  /** What reading takes of each. */
  readonly projections: readonly ReadableProjection[];
  /** Milliseconds that a reader waits for a read model to reach its position. */
  readonly timeout?: number;
};

/** Seconds after which reading is worth another attempt when no generation can be read. */
const REBUILD_RETRY_AFTER = 5;

/** How often another process's checkpoint is looked at, in milliseconds. */
const LOOK_EVERY = 20;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Read models as views on their live generations, fresh enough for the reader's position. After an update the live
 * generation may have been made by another version: it is read if it has all columns, and otherwise waited for.
 */
export const openReadModels = (services: ReadModelServices): ReadModelReader => {
  const { database, generations, entities, followerRegistry, metrics } = services;
  const timeout = services.timeout ?? 10_000;
  const isReadable = createReadabilityCheck(database, services.projections);

  /**
   * One look for all who wait: a read model that no node keeps current makes every reader look, and each would take a
   * connection.
   */
  const listAll = coalesceCalls(() => generations.list(database));

  /** Where another process keeps the projection. */
  const stored = async (projection: string): Promise<Checkpoint | undefined> => {
    const live = (await listAll()).find((one) => one.projection === projection && one.state === 'live');
    return live && { generation: live.generation, position: live.position };
  };

  /** What each generation had to reach; a row of the table never changes it. */
  const targets = new Map<string, Position>();

  /**
   * How far a generation must have come before it is read at all: what the log held when it was begun. Right after a
   * restore there is no other, and half of it would read as if the rest had never been.
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
        { component: projection, retryAfter: REBUILD_RETRY_AFTER, details: readModelAway },
      ),
    );

  const beingRebuilt = (projection: string): Failure =>
    new Failure(
      failure(
        'unavailable',
        `The read model "${projection}" is being rebuilt for this version of the program. Try again in a moment.`,
        { component: projection, retryAfter: REBUILD_RETRY_AFTER, details: readModelAway },
      ),
    );

  const wait = async (projection: string, after: Position, atMost?: number): Promise<Checkpoint> => {
    const deadline = performance.now() + (atMost ?? timeout);
    for (;;) {
      const checkpoint = followerRegistry.get(projection) ?? (await stored(projection));
      const readable = checkpoint && (await isReadable(projection, checkpoint.generation));
      const needed = checkpoint ? await firstReadableAt(projection, checkpoint) : 0;
      const isBuilt = checkpoint !== undefined && checkpoint.position >= needed;
      // A reader who takes it as it is does not wait for what will not move.
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
              details: { after, position: checkpoint?.position ?? 0, ...(checkpoint ? {} : readModelAway) },
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
    // Only who names a position waits for it; the others take what there is after a moment.
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
