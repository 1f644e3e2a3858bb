import type { ProjectionState } from '../../domain/operations/projection-decider.ts';
import type { Generation } from '../../ports/generations.ts';

/** What the stored generations of a projection must become, to be what the log says. */
type Reconciliation = {
  /** The one to read; undefined when nothing is stored that could be. */
  readonly live: number | undefined;
  /** The one to build beside it. */
  readonly next: number | undefined;
  /** Those that no reader and no build needs any more. */
  readonly drop: readonly number[];
};

type Stored = Pick<Generation, 'generation' | 'state' | 'position'>;

/**
 * Compares what is stored with what the log says. The log goes first, the tables follow: a process that takes the work
 * over, or that has just decided something itself, calls this and does what it answers. So each step of a rebuild may be
 * the last one before a crash:
 *
 * | the crash comes after        | the log says       | stored is                       | so                        |
 * |------------------------------|--------------------|---------------------------------|---------------------------|
 * | the request                  | builds n           | no n                            | n is created and built    |
 * | the creation of the tables   | builds n           | n under construction            | n is built on             |
 * | the decision to switch       | n is live          | n under construction, caught up | n becomes the one to read |
 * | the change of the one to read| n is live          | n is read, n-1 and n-2 retired  | n-2 is dropped            |
 * | giving up                    | n came to nothing  | n under construction            | n is dropped              |
 *
 * Between the decision to switch and its execution readers are sent to the former generation, which is complete up to
 * where it was stopped; it is not dropped before. A generation that the log calls live but that is not stored, or not as
 * far as it was when that was decided (tables were deleted or brought back from a backup), is built again beside
 * whatever can still be read.
 */
export const reconcile = (stored: readonly Stored[], log: ProjectionState): Reconciliation => {
  const present = stored.filter(({ state }) => state !== 'failed');
  const decided = present.find(({ generation }) => generation === log.live);
  const serving = present.find(({ state }) => state === 'live');
  const isComplete =
    decided !== undefined &&
    (decided.state !== 'building' ||
      decided.position >= Math.max(log.builtTo, serving === undefined ? 0 : serving.position));
  const live = isComplete ? log.live : (serving?.generation ?? decided?.generation);
  const next = live === undefined || live === log.live ? log.building : log.live;
  // The newest one that was read before stays to fall back on.
  const former = present
    .filter(({ generation, state }) => generation < (live ?? 0) && state !== 'building')
    .map(({ generation }) => generation);
  const needed = new Set([live, next, Math.max(0, ...former)]);
  return {
    live,
    next,
    drop: stored.map(({ generation }) => generation).filter((generation) => !needed.has(generation)),
  };
};
