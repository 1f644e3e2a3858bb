import type { ProjectionState } from '../../domain/operations/projection-decider.ts';
import type { Generation } from '../../ports/generations.ts';

/** The changes that bring the stored generations of a projection in line with the log. */
type Reconciliation = {
  /** The one to read; undefined when none is stored. */
  readonly live: number | undefined;
  /** The one to build alongside it. */
  readonly next: number | undefined;
  /** Those that no reader and no build needs any longer. */
  readonly drop: readonly number[];
};

type Stored = Pick<Generation, 'generation' | 'state' | 'position'>;

/**
 * Compares the stored generations with the log. The log decides and the tables follow: a process that takes the work
 * over, or has just recorded a decision, calls this and applies the result. Each step of a rebuild may be the last
 * before a crash:
 *
 * | the crash comes after        | the log says       | stored is                       | so                        |
 * |------------------------------|--------------------|---------------------------------|---------------------------|
 * | the request                  | builds n           | no n                            | n is created and built    |
 * | the creation of the tables   | builds n           | n under construction            | n is built on             |
 * | the decision to switch       | n is live          | n under construction, caught up | n becomes the one to read |
 * | the change of the one to read| n is live          | n is read, n-1 and n-2 retired  | n-2 is dropped            |
 * | giving up                    | n came to nothing  | n under construction            | n is dropped              |
 *
 * Between the decision to switch and its execution, readers use the former generation, which is complete up to where
 * it stopped and is not dropped before. A generation that is live in the log but not stored, or stored less far than
 * when the switch was decided (tables were deleted or restored from a backup), is rebuilt alongside whatever can
 * still be read.
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
  // The newest retired generation stays as a fallback.
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
