import type { FollowerServices } from '../../followers/run-follower.ts';
import type { Ownership } from '../../ports/follower.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import {
  type Followed,
  type FollowOptions,
  type FollowServices,
  followGeneration,
} from './follow-generation.ts';
import type { Opened } from './open-generations.ts';
import type { ProjectionDefinition } from './projection-definition.ts';

export type RunnerServices = FollowServices &
  FollowerServices & {
    readonly rebuilds: RebuildHistory;
    /** Time limit for examining a new generation, in milliseconds. */
    readonly examineWithin?: number;
  };

/** One stretch of work, which lasts until the log's decisions change or a generation is ready to take over. */
export type Stretch = {
  readonly definition: ProjectionDefinition;
  readonly services: RunnerServices;
  readonly ownership: Ownership;
  readonly opened: Opened;
  /** Aborts when the stretch or the ownership ends. */
  readonly signal: AbortSignal;
};

/** A generation that is to replace the live one. */
export type NextGeneration = NonNullable<Opened['next']>;

/** Keeps a generation current until the stretch ends or the condition in `options` is met. */
export const follow = (
  { definition, services, ownership, signal }: Stretch,
  options: Pick<FollowOptions, 'generation' | 'from' | 'onAdvance' | 'until'>,
): Promise<Followed> => followGeneration(services, { definition, ownership, signal, ...options });
