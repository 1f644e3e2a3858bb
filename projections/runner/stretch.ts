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
    /** Milliseconds that the examination of a new generation may take. */
    readonly examineWithin?: number;
  };

/** One stretch of work: from what the log says until that changes, or until a generation is ready to take over. */
export type Stretch = {
  readonly definition: ProjectionDefinition;
  readonly services: RunnerServices;
  readonly ownership: Ownership;
  readonly opened: Opened;
  /** Aborts when the stretch, or the ownership, is over. */
  readonly signal: AbortSignal;
};

/** A generation that is to take the place of the live one. */
export type NextGeneration = NonNullable<Opened['next']>;

/** Keeps a generation current until the stretch is over, or what `options` say is reached. */
export const follow = (
  { definition, services, ownership, signal }: Stretch,
  options: Pick<FollowOptions, 'generation' | 'from' | 'onAdvance' | 'until'>,
): Promise<Followed> => followGeneration(services, { definition, ownership, signal, ...options });
