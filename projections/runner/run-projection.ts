import { describeError, stackFramesOf } from '../../domain/kernel/describe-error.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Checkpoint, CheckpointBoard } from '../../followers/checkpoint-board.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Lease, Leases } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import { type FollowServices, followGeneration } from './follow-generation.ts';
import {
  createGeneration,
  dropOldGenerations,
  failGeneration,
  listGenerations,
  switchGeneration,
} from './generations.ts';
import { generationSchema, type ProjectionDefinition } from './projection-definition.ts';

/** What happened to a generation, to be recorded in the log. All are harmless when repeated. */
export type GenerationRecorder = {
  /**
   * Asks for a new generation, because the stored one is not what it should be. Answers the generation that is being
   * built according to the log, which may have been asked for before.
   */
  readonly requestReset: (projection: string) => Promise<number | undefined>;
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
/** Where the failure says that trying again makes sense: what is away for half a minute costs no rebuild. */
const PATIENT_BUILD_ATTEMPTS = 8;
/** Within so many events of the head the live generation pauses, so that the new one can pass it. */
const NEARLY_THERE = 500;

/** The live generation, and the generations that are to be built after it. */
type Opened = { readonly live: Checkpoint; readonly wanted: readonly number[] };

/** Makes sure that there is a live generation, made by this version of the fold or with a rebuild asked for. */
const openLiveGeneration = async (
  definition: ProjectionDefinition,
  services: RunnerServices,
): Promise<Opened> => {
  const { database, recorder } = services;
  const { name } = definition;
  const generations = await listGenerations(database, name);
  const live = generations.find(({ state }) => state === 'live');
  if (!live) {
    await definition.plan?.(1);
    await database.transaction((session) => createGeneration(session, definition, 1, 'live'), {
      patience: 'long',
    });
    return { live: { generation: 1, position: 0 }, wanted: [] };
  }
  const { generation, position } = live;
  // A crash right after a switch or a failure leaves it unrecorded; whoever waits for it would wait for ever.
  const previous = generations.findLast((other) => other.generation < generation)?.generation;
  if (generation > 1) await recorder.recordSwitched(name, generation, previous ?? 1, position);
  for (const failed of generations.filter(({ state }) => state === 'failed'))
    await recorder.recordFailed(name, failed.generation, failed.error ?? 'The rebuild failed.');

  const wanted = generations
    .filter((other) => other.state === 'building' && other.generation > generation)
    .map((other) => other.generation);
  const frozen = live.definition_version !== definition.version;
  const isCurrent = !frozen && (wanted.length > 0 || (await definition.isCurrent?.(generation)) !== false);
  const requested = isCurrent ? undefined : await recorder.requestReset(name);
  if (frozen && requested === undefined && wanted.length === 0) {
    throw new Failure(
      failure('unavailable', 'The rebuild for a new version of the fold could not be asked for.'),
    );
  }
  return {
    live: { generation, position, ...(frozen ? { frozen } : {}) },
    wanted: requested === undefined ? wanted : [...wanted, requested],
  };
};

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Lets a projection remove what it keeps outside the database of generations that are no more. Never rejects. */
const dropOutside = async (
  definition: ProjectionDefinition,
  { database, logger }: RunnerServices,
): Promise<void> => {
  if (!definition.keepOnly) return;
  const { name } = definition;
  try {
    const generations = await listGenerations(database, name);
    const present = generations.filter(({ state }) => state !== 'failed');
    await definition.keepOnly(present.map(({ generation }) => generationSchema(name, generation)));
  } catch (error) {
    const { message } = describeError(error);
    logger.warn(
      { projection: name, error: message },
      'What dropped generations left outside was not removed.',
    );
  }
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
  const opened = await openLiveGeneration(definition, services);
  let { live } = opened;
  const wanted = new Set(opened.wanted);
  board.set(name, live);
  board.setHealth(name, { state: 'running' });
  await dropOutside(definition, services);
  let wake = (): void => {};
  const onResetRequested = (generation: number): void => {
    if (generation <= live.generation || wanted.has(generation)) return;
    wanted.add(generation);
    wake();
  };

  /** Keeps the live generation current until the signal aborts; one of another version of the fold is left as it is. */
  const followLive = async (signal: AbortSignal): Promise<Position> => {
    const { generation, position, frozen } = live;
    if (frozen) {
      await untilAborted(signal);
      return position;
    }
    return followGeneration(services, {
      definition,
      generation,
      from: position,
      lease,
      signal,
      onAdvance: (reached) => board.set(name, { generation, position: reached }),
      onResetRequested,
    });
  };

  /** Follows a generation under construction until it is close to the head. Answers its position. */
  const build = async (generation: number): Promise<Position> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await definition.plan?.(generation);
        await database.transaction(
          (session) => createGeneration(session, definition, generation, 'building'),
          { patience: 'long' },
        );
        return await buildOn(generation);
      } catch (error) {
        // What was built so far is kept, so trying again goes on from there.
        const mayPass = error instanceof Failure && error.reason.retryAfter !== undefined;
        if (attempt >= (mayPass ? PATIENT_BUILD_ATTEMPTS : BUILD_ATTEMPTS) || stop.aborted) throw error;
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
      // Nobody else reads the log while the live generation is frozen.
      onResetRequested: (other) => other > generation && onResetRequested(other),
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
      onResetRequested: (other) => other > generation && onResetRequested(other),
      until: (at) => at >= reach,
    });
    if (stop.aborted) return;
    await database.transaction((session) => switchGeneration(session, name, generation, lease), {
      patience: 'long',
    });
    const previous = live.generation;
    live = { generation, position };
    board.set(name, live);
    logger.info({ projection: name, generation, previous }, 'A rebuilt read model took over.');
    await recorder.recordSwitched(name, generation, previous, position);
    await database.transaction((session) => dropOldGenerations(session, name), { patience: 'long' });
    await dropOutside(definition, services);
  };

  const abandon = async (generation: number, error: unknown): Promise<void> => {
    const { message } = describeError(error);
    logger.error({ projection: name, generation, error: message }, 'A read model could not be rebuilt.');
    await database.transaction((session) => failGeneration(session, name, generation, message), {
      patience: 'long',
    });
    await recorder.recordFailed(name, generation, message);
    await dropOutside(definition, services);
  };

  while (!stop.aborted) {
    const rest = new AbortController();
    const next = Math.max(0, ...wanted);
    const requested = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const following = followLive(AbortSignal.any([stop, rest.signal]));
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
      // A generation that has taken over already, or that alone can be kept current, is not given up.
      if (live.frozen || live.generation === next) throw error;
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
