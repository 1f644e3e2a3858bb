import { runFollower } from '../../followers/run-follower.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { StepDownReason } from '../../ports/consumer-feed.ts';
import type { Ownership } from '../../ports/follower.ts';
import { type DeferredRebuild, type Opened, openGenerations } from './open-generations.ts';
import type { ProjectionDefinition } from './projection-definition.ts';
import type { RunnerServices } from './stretch.ts';
import { workOn } from './work-on.ts';

/** The reason that the log gives for a generation that a person discarded. */
const DISCARDED = 'It was discarded because it misses documents that the live one finds.';

/** Milliseconds until a generation that cannot be replaced yet is checked again. */
const LOOK_AGAIN_MS = 5000;

/** Keeps a projection current and rebuilds it for as long as the lease lasts. */
const keepCurrent = async (
  definition: ProjectionDefinition,
  services: RunnerServices,
  ownership: Ownership,
  left: DeferredRebuild,
): Promise<StepDownReason | undefined> => {
  let isLookedAt = false;
  /**
   * Whether the live generation should be replaced. Checked once per ownership: a rebuild need not change the result.
   */
  const isStale = async ({ generation, isFrozen }: Opened['live']): Promise<boolean | 'awaiting'> => {
    if (isFrozen) return true;
    if (isLookedAt) return false;
    const isCurrent = (await definition.isCurrent?.(generation)) ?? true;
    isLookedAt = isCurrent !== 'awaiting';
    return isCurrent === 'awaiting' ? 'awaiting' : !isCurrent;
  };
  /** Resolves when the live generation can be replaced. A failed check is repeated. */
  const replaceable = async ({ generation }: Opened['live'], signal: AbortSignal): Promise<void> => {
    do {
      await abortablePause(services.pauses?.lookAgain ?? LOOK_AGAIN_MS, signal);
    } while (
      !signal.aborted &&
      (await definition.isCurrent?.(generation).catch(() => 'awaiting')) === 'awaiting'
    );
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
    const stale = !opened.isRebuilding && (await isStale(opened.live));
    if (stale === true) {
      await services.rebuilds.requestReset(definition.name, ownership.fence);
      continue;
    }
    const until = stale
      ? { until: (signal: AbortSignal): Promise<void> => replaceable(opened.live, signal) }
      : {};
    const steppedDown = await workOn({ definition, services, ownership, opened, ...until });
    if (steppedDown) return steppedDown;
  }
  return undefined;
};

/**
 * Keeps a projection current until the signal aborts: follows the log, rebuilds alongside the live generation on
 * request, and restarts after failures. It never skips an event; before one that this version of the program cannot
 * read it stops, reports that, and leaves the work to a newer node.
 */
export const runProjection = (
  definition: ProjectionDefinition,
  services: RunnerServices,
  signal: AbortSignal,
): Promise<void> => {
  const left: DeferredRebuild = {};
  const work = (ownership: Ownership): Promise<StepDownReason | undefined> =>
    keepCurrent(definition, services, ownership, left);
  const terms = { group: 'projections' };
  return runFollower({ kind: 'projection', name: definition.name, terms, work }, services, signal);
};
