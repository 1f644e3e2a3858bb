import { describeError, stackFramesOf } from '../../domain/kernel/describe-error.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Lease, Leases } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { CheckpointBoard } from './checkpoint-board.ts';
import { type FollowServices, followGeneration } from './follow-generation.ts';
import {
  createGeneration,
  dropOldGenerations,
  failGeneration,
  listGenerations,
  switchGeneration,
} from './generations.ts';
import type { ProjectionDefinition } from './projection-definition.ts';

/** What happened to a generation, to be recorded in the log. All are harmless when repeated. */
export type GenerationRecorder = {
  /** Asks for a new generation, because the stored one was made by another version of the fold. */
  readonly requestReset: (projection: string) => Promise<void>;
  readonly recordSwitched: (
    projection: string,
    generation: number,
    previous: number,
    builtTo: Position,
  ) => Promise<void>;
  readonly recordFailed: (projection: string, generation: number, message: string) => Promise<void>;
};

export type RunnerServices = FollowServices & {
  readonly leases: Leases;
  readonly board: CheckpointBoard;
  readonly logger: Logger;
  readonly recorder: GenerationRecorder;
};

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 15_000;
const BUILD_ATTEMPTS = 4;
/** Within so many events of the head the live generation pauses, so that the new one can pass it. */
const NEARLY_THERE = 500;

type Live = { readonly generation: number; readonly position: Position };

/** Makes sure that there is a live generation, made by this version of the fold or with a rebuild asked for. */
const openLiveGeneration = async (
  definition: ProjectionDefinition,
  services: RunnerServices,
): Promise<Live> => {
  const { database } = services;
  const generations = await listGenerations(database, definition.name);
  const live = generations.find(({ state }) => state === 'live');
  if (!live) {
    await definition.plan?.(1);
    await database.transaction((session) => createGeneration(session, definition, 1, 'live'));
    return { generation: 1, position: 0 };
  }
  // A crash right after the switch leaves it unrecorded; whoever waits for it would wait for ever.
  const previous = generations.findLast(({ generation }) => generation < live.generation)?.generation;
  if (live.generation > 1)
    await services.recorder.recordSwitched(definition.name, live.generation, previous ?? 1, live.position);
  const rebuilding = generations.some(({ state }) => state === 'building');
  if (rebuilding) return { generation: live.generation, position: live.position };
  const isCurrent =
    live.definition_version === definition.version &&
    (await definition.isCurrent?.(live.generation)) !== false;
  if (!isCurrent) await services.recorder.requestReset(definition.name);
  return { generation: live.generation, position: live.position };
};

/** Works on a projection for as long as the lease lasts. */
const keepCurrent = async (
  definition: ProjectionDefinition,
  services: RunnerServices,
  lease: Lease,
  stop: AbortSignal,
): Promise<void> => {
  const { database, board, logger, recorder } = services;
  const { name } = definition;
  let live = await openLiveGeneration(definition, services);
  board.set(name, live);
  board.setHealth(name, { state: 'running' });

  /** Follows a generation under construction until it is close to the head. Answers its position. */
  const build = async (generation: number): Promise<Position> => {
    await definition.plan?.(generation);
    await database.transaction((session) => createGeneration(session, definition, generation, 'building'));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await buildOn(generation);
      } catch (error) {
        // What was built so far is kept, so trying again goes on from there.
        if (attempt >= BUILD_ATTEMPTS || stop.aborted) throw error;
        await abortablePause(FIRST_RETRY_MS * 2 ** attempt, stop);
      }
    }
  };
  const buildOn = async (generation: number): Promise<Position> => {
    const [row] = (await listGenerations(database, name)).filter((known) => known.generation === generation);
    return followGeneration(services, {
      definition,
      generation,
      from: row?.position ?? 0,
      lease,
      signal: stop,
      onAdvance: () => {},
      until: (position, head) => head - position <= NEARLY_THERE,
    });
  };

  /** With the live generation at rest: catches up for good and switches. */
  const overtake = async (generation: number, from: Position, liveAt: Position): Promise<void> => {
    const reach = Math.max(liveAt, await services.eventStore.head());
    const position = await followGeneration(services, {
      definition,
      generation,
      from,
      lease,
      signal: stop,
      onAdvance: () => {},
      until: (at) => at >= reach,
    });
    if (stop.aborted) return;
    await database.transaction((session) => switchGeneration(session, name, generation, lease));
    const previous = live.generation;
    live = { generation, position };
    board.set(name, live);
    logger.info({ projection: name, generation, previous }, 'A rebuilt read model took over.');
    await recorder.recordSwitched(name, generation, previous, position);
    await database.transaction((session) => dropOldGenerations(session, name));
  };

  const abandon = async (generation: number, error: unknown): Promise<void> => {
    const { message } = describeError(error);
    logger.error({ projection: name, generation, error: message }, 'A read model could not be rebuilt.');
    await database.transaction((session) => failGeneration(session, name, generation, message));
    await recorder.recordFailed(name, generation, message);
  };

  const wanted = new Set(
    (await listGenerations(database, name))
      .filter(({ state }) => state === 'building')
      .map(({ generation }) => generation),
  );
  while (!stop.aborted) {
    const rest = new AbortController();
    const next = Math.max(0, ...wanted);
    let wake = (): void => {};
    const requested = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const following = followGeneration(services, {
      definition,
      generation: live.generation,
      from: live.position,
      lease,
      signal: AbortSignal.any([stop, rest.signal]),
      onAdvance: (position) => board.set(name, { generation: live.generation, position }),
      onResetRequested: (generation) => {
        if (generation <= live.generation || wanted.has(generation)) return;
        wanted.add(generation);
        wake();
      },
    });
    // The outcome of following is looked at below, also when the building fails first.
    following.catch(() => {});
    const building = next > live.generation ? build(next) : undefined;
    building?.catch(() => {});
    const built = await Promise.race([
      following.then(() => undefined),
      building
        ? building.then(
            (position) => ({ position }),
            (error: unknown) => ({ error }),
          )
        : requested.then(() => undefined),
    ]);
    rest.abort();
    const liveAt = await following;
    live = { ...live, position: liveAt };
    if (stop.aborted) {
      await building?.catch(() => {});
      return;
    }
    if (!built) continue;
    try {
      if ('error' in built) throw built.error;
      await overtake(next, built.position, liveAt);
    } catch (error) {
      if (stop.aborted) return;
      await abandon(next, error);
    }
    wanted.delete(next);
  }
};

/**
 * Keeps a projection current until the signal aborts: waits for the lease, follows the log, rebuilds beside the
 * live generation when asked to, and tries again, ever more slowly, when something fails. A failing projection is
 * visible in its health, in a metric and in the log; it never skips an event.
 */
export const runProjection = async (
  definition: ProjectionDefinition,
  services: RunnerServices,
  signal: AbortSignal,
): Promise<void> => {
  const { board, leases, logger, metrics } = services;
  let retryAfter = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const lease = await leases.acquire(`projection:${definition.name}`, signal);
    if (!lease) return;
    const startedAt = performance.now();
    try {
      await keepCurrent(definition, services, lease, AbortSignal.any([signal, lease.signal]));
    } catch (error) {
      const { message } = describeError(error);
      board.setHealth(definition.name, { state: 'failing', error: message });
      metrics.count('anamnesis_projection_failures_total', { projection: definition.name });
      logger.error(
        { projection: definition.name, error: message, frames: stackFramesOf(error) },
        'A projection failed; it will be tried again.',
      );
      if (performance.now() - startedAt > LAST_RETRY_MS) retryAfter = FIRST_RETRY_MS;
      await abortablePause(retryAfter, signal);
      retryAfter = Math.min(retryAfter * 2, LAST_RETRY_MS);
    } finally {
      await lease.release();
    }
    if (lease.signal.aborted && board.health(definition.name)?.state !== 'failing')
      board.remove(definition.name);
  }
  board.remove(definition.name);
};
