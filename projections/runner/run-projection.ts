import { describeError } from '../../domain/kernel/describe-error.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { notExamined } from '../../domain/operations/rebuild-examination.ts';
import { type FollowerServices, runFollower } from '../../followers/run-follower.ts';
import type { SteppedDown } from '../../ports/consumer-feed.ts';
import { isDamaged, type UnreadableEvent, unreadableFailure } from '../../ports/event-store.ts';
import type { Ownership } from '../../ports/follower.ts';
import { isLeaseLost } from '../../ports/leases.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import { doWithRetries } from '../../ports/retry.ts';
import { examineGeneration } from './examine-generation.ts';
import {
  type Followed,
  type FollowOptions,
  type FollowServices,
  followGeneration,
} from './follow-generation.ts';
import { createGeneration } from './generation-tables.ts';
import { type DeferredRebuild, type Opened, openGenerations } from './open-generations.ts';
import { generationSchema, type ProjectionDefinition } from './projection-definition.ts';

type RunnerServices = FollowServices &
  FollowerServices & {
    readonly rebuilds: RebuildHistory;
    /** Milliseconds that the examination of a new generation may take. */
    readonly examineWithin?: number;
  };

const BUILD_ATTEMPTS = 4;
/** Where the failure says that trying again makes sense: what is away for half a minute costs no rebuild. */
const PATIENT_BUILD_ATTEMPTS = 8;
const buildPauses = { firstPause: 200, maxPause: 25_600 };
/** What the log says of a generation that a person did not want. */
const DISCARDED = 'It was discarded because it misses documents that the live one finds.';
/** Within so many events of the head the live generation pauses, so that the new one can pass it. */
const NEARLY_THERE = 500;

const stoppedBefore = ({ position, message }: UnreadableEvent): SteppedDown => ({
  because: `It stopped before event ${position}. ${message}`,
});

const isConflict = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'conflict';

/**
 * Whether the database could not be reached: no fault of what is being built, which goes on where it stood as soon as
 * the projection is begun again. A statement that takes too long is another matter: it would take as long again.
 */
const isOutage = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'unavailable' &&
  (error.reason.component === 'database' || error.reason.component === 'event-store');

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** One stretch of work: from what the log says until that changes, or until a generation is ready to take over. */
const workOn = async (
  opened: Opened,
  definition: ProjectionDefinition,
  services: RunnerServices,
  ownership: Ownership,
): Promise<SteppedDown | undefined> => {
  const { database, eventStore, generations, logger, metrics, rebuilds } = services;
  const { name } = definition;
  const { live, next } = opened;
  const over = new AbortController();
  const signal = AbortSignal.any([ownership.signal, over.signal]);

  const follow = (options: Pick<FollowOptions, 'generation' | 'from' | 'signal' | 'onAdvance' | 'until'>) =>
    followGeneration(services, { definition, ownership, ...options });

  /** Keeps the live generation current; one of another version of the fold is left as it is. */
  const followLive = (): Promise<Followed> => {
    const { generation, position: from, isFrozen } = live;
    ownership.advance({ generation, position: from, ...(isFrozen ? { frozen: true } : {}) });
    if (isFrozen) return untilAborted(signal).then(() => ({ position: from }));
    const onAdvance = (position: Position): void => ownership.advance({ generation, position });
    return follow({ generation, from, signal, onAdvance });
  };

  /** Compares a new generation with the live one; answers whether it has to wait for a person. */
  const mustWait = async (
    { generation, verdict }: NonNullable<Opened['next']>,
    position: Position,
    completeTo: Position | undefined,
  ): Promise<boolean> => {
    const generations = {
      live: { generation: live.generation, position: live.position },
      next: { generation, position, ...omitUndefined({ completeTo }) },
    };
    // What cannot be kept current must not go on being read until somebody has looked.
    const examination =
      definition.examine && live.isFrozen
        ? notExamined('The live one was built by another version of the program and cannot be kept current.')
        : await examineGeneration({ definition, generations, signal }, services);
    if (signal.aborted || !examination) return false;
    const isRebuilt = verdict === 'waiting';
    const examined = { generation, live: live.generation, builtTo: position, examination, isRebuilt };
    await rebuilds.recordExamined(name, examined, ownership.fence);
    return examination.outcome === 'lost';
  };

  const reached = async (generation: number): Promise<Position> =>
    (await generations.list(database, name)).find((row) => row.generation === generation)?.position ?? 0;

  const buildOnce = async (wanted: NonNullable<Opened['next']>): Promise<Followed> => {
    const { generation, verdict, isDecided } = wanted;
    // Another version of the program took over meanwhile, and has rebuilt it: do not wait beside a frozen one.
    const isUndecided = verdict === 'none' || (verdict === 'waiting' && live.isFrozen);
    await definition.plan?.(generation);
    const start = { generation, state: 'building', target: await eventStore.head() } as const;
    await database.transaction((session) => createGeneration(session, generations, definition, start), {
      timeout: 'long',
    });
    const from = await reached(generation);
    // Until somebody decides it is kept as fresh as the live one.
    if (verdict === 'waiting' && !isUndecided) return follow({ generation, from, signal });
    const until = (at: Position, head: Position): boolean => head - at <= NEARLY_THERE;
    let built = await follow({ generation, from, signal, until });
    if (definition.settle && !built.unreadable && !signal.aborted) {
      await definition.settle(generationSchema(name, generation), signal);
      // The log has grown meanwhile.
      built = await follow({ generation, from: built.position, signal, until });
    }
    if (!definition.examine || isDecided || !isUndecided) return built;
    // As far as the live one, which goes on meanwhile: only what both hold can be compared.
    const completeTo = await definition.completeTo?.();
    const reach = await eventStore.head();
    built = await follow({ generation, from: built.position, signal, until: (at) => at >= reach });
    if (built.unreadable || signal.aborted) return built;
    const waits = await mustWait(wanted, built.position, completeTo);
    return follow({ generation, from: built.position, signal, ...(waits ? {} : { until }) });
  };

  /** Builds a generation until it is close to the head. What was built before a failure or a crash is kept. */
  const build = async (wanted: NonNullable<Opened['next']>): Promise<Followed> => {
    let made = 0;
    const work = (attempt: number): Promise<Followed> => {
      made = attempt;
      return buildOnce(wanted);
    };
    const mayPass = (error: unknown): boolean => {
      if (isLeaseLost(error) || isOutage(error)) return false;
      const isExpectedRetry = error instanceof Failure && error.reason.retryAfter !== undefined;
      return isExpectedRetry || made < BUILD_ATTEMPTS;
    };
    const retries = { ...buildPauses, attempts: PATIENT_BUILD_ATTEMPTS, mayPass, signal };
    if (wanted.verdict !== 'waiting') return doWithRetries(work, retries);
    // It may wait for days: failures that it got over meanwhile do not add up.
    for (let before = await reached(wanted.generation); ; ) {
      try {
        return await doWithRetries(work, retries);
      } catch (error) {
        if (signal.aborted || isLeaseLost(error) || isOutage(error)) throw error;
        const now = await reached(wanted.generation);
        if (now <= before) throw error;
        before = now;
      }
    }
  };

  /** With the live generation at rest at `liveAt`: builds on beyond that, so that no reader is sent back. */
  const catchUp = async (generation: number, from: Position, liveAt: Position): Promise<Followed> => {
    const reach = Math.max(liveAt, await eventStore.head());
    return follow({ generation, from, signal: ownership.signal, until: (at) => at >= reach });
  };

  /**
   * Has the log decide that a generation is the one to read. It becomes that when the generations are opened the next
   * time, which is at once. What the log refuses was given up in the last moment, and never is the one to read.
   */
  const decideSwitch = async (generation: number, builtTo: Position): Promise<void> => {
    try {
      await rebuilds.recordSwitched(name, generation, builtTo, ownership.fence);
      metrics.count('anamnesis_projection_rebuilds_total', { projection: name, outcome: 'switched' });
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  };

  const giveUp = async (generation: number, error: unknown): Promise<void> => {
    const { message } = describeError(error);
    logger.error({ projection: name, generation, error: message }, 'A read model could not be rebuilt.');
    try {
      await rebuilds.recordFailed(name, generation, message, ownership.fence);
      metrics.count('anamnesis_projection_rebuilds_total', { projection: name, outcome: 'failed' });
    } catch (refused) {
      if (!isConflict(refused)) throw refused;
    }
  };

  const following = followLive();
  const building = next ? build(next) : untilAborted(signal).then(() => undefined);
  const news = rebuilds.news(name, opened.knownTo, signal);

  /**
   * Answers where the generation that was to be built stands when it is ready to be read. A newer node may be able to
   * read what this one cannot; what is damaged no version can read, so such a build has failed.
   */
  const finish = async (generation: number, liveAt: Position): Promise<Followed | undefined> => {
    try {
      const built = await building;
      const whole = built && !built.unreadable ? await catchUp(generation, built.position, liveAt) : built;
      if (whole?.unreadable && isDamaged(whole.unreadable)) throw unreadableFailure(whole.unreadable);
      return whole;
    } catch (error) {
      // One that alone can be kept current, or that is the live one by the log, is not given up.
      const isKept = live.isFrozen || next?.isDecided;
      if (ownership.signal.aborted || isLeaseLost(error) || isOutage(error) || isKept) throw error;
      await giveUp(generation, error);
      return undefined;
    }
  };

  try {
    const first = await Promise.race([
      following.then(({ unreadable }) => ({ unreadable, isBuilt: false })),
      news.then(() => ({ unreadable: undefined, isBuilt: false })),
      building.catch(() => {}).then(() => ({ unreadable: undefined, isBuilt: true })),
    ]);
    over.abort();
    const { position: liveAt } = await following;
    if (first.unreadable) return stoppedBefore(first.unreadable);
    if (!first.isBuilt || !next) return undefined;
    const finished = await finish(next.generation, liveAt);
    if (finished?.unreadable) return stoppedBefore(finished.unreadable);
    if (finished && !next.isDecided && !ownership.signal.aborted)
      await decideSwitch(next.generation, finished.position);
    return undefined;
  } finally {
    over.abort();
    await Promise.allSettled([following, building, news]);
  }
};

/** Keeps a projection current and rebuilds it for as long as the lease lasts. */
const keepCurrent = async (
  definition: ProjectionDefinition,
  services: RunnerServices,
  ownership: Ownership,
  left: DeferredRebuild,
): Promise<SteppedDown | undefined> => {
  let isLookedAt = false;
  /** Whether the live generation is not what it should be. Asked once an ownership: a rebuild need not change the answer. */
  const isStale = async ({ generation, isFrozen }: Opened['live']): Promise<boolean> => {
    if (isFrozen) return true;
    if (isLookedAt) return false;
    isLookedAt = true;
    return (await definition.isCurrent?.(generation)) === false;
  };
  while (!ownership.signal.aborted) {
    const opened = await openGenerations(definition, services, ownership, left);
    if ('because' in opened) return opened;
    if (opened.next?.verdict === 'discarded' && !opened.next.isDecided) {
      await services.rebuilds.recordFailed(
        definition.name,
        opened.next.generation,
        DISCARDED,
        ownership.fence,
      );
      continue;
    }
    if (!opened.isRebuilding && (await isStale(opened.live))) {
      await services.rebuilds.requestReset(definition.name, ownership.fence);
      continue;
    }
    const steppedDown = await workOn(opened, definition, services, ownership);
    if (steppedDown) return steppedDown;
  }
  return undefined;
};

/**
 * Keeps a projection current until the signal aborts: follows the log, rebuilds beside the live generation when the log
 * asks for that, and begins again when something fails. It never skips an event; before one that this version of the
 * program cannot read it stops, says so, and lets a newer node have the work.
 */
export const runProjection = (
  definition: ProjectionDefinition,
  services: RunnerServices,
  signal: AbortSignal,
): Promise<void> => {
  const left: DeferredRebuild = {};
  const work = (ownership: Ownership): Promise<SteppedDown | undefined> =>
    keepCurrent(definition, services, ownership, left);
  const terms = { group: 'projections' };
  return runFollower({ kind: 'projection', name: definition.name, terms, work }, services, signal);
};
