import { runFollower } from '../../followers/run-follower.ts';
import type { SteppedDown } from '../../ports/consumer-feed.ts';
import type { Ownership } from '../../ports/follower.ts';
import { type DeferredRebuild, type Opened, openGenerations } from './open-generations.ts';
import type { ProjectionDefinition } from './projection-definition.ts';
import type { RunnerServices } from './stretch.ts';
import { workOn } from './work-on.ts';

/** What the log says of a generation that a person did not want. */
const DISCARDED = 'It was discarded because it misses documents that the live one finds.';

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
    const steppedDown = await workOn({ definition, services, ownership, opened });
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
