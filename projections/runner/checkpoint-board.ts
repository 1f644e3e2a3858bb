import type { Position } from '../../domain/kernel/event.ts';

/** Where the live generation of a projection stands. */
export type Checkpoint = {
  readonly generation: number;
  readonly position: Position;
  /** Another version of the fold made the generation: it stays as it is until the next one takes over. */
  readonly frozen?: true;
};

/** How a follower of the log is doing, as far as this process knows. */
export type Health = { readonly state: 'running' | 'failing'; readonly error?: string };

/**
 * The checkpoints of the projections that this process keeps current, in memory: readers in the same process wait
 * here instead of asking the database again and again.
 */
export type CheckpointBoard = {
  readonly get: (projection: string) => Checkpoint | undefined;
  readonly set: (projection: string, checkpoint: Checkpoint) => void;
  readonly remove: (projection: string) => void;
  readonly health: (name: string) => Health | undefined;
  readonly setHealth: (name: string, health: Health) => void;
  /** Resolves with true when the position is reached, with false after the milliseconds or when unknown here. */
  readonly waitFor: (projection: string, position: Position, milliseconds: number) => Promise<boolean>;
};

export const createCheckpointBoard = (): CheckpointBoard => {
  const checkpoints = new Map<string, Checkpoint>();
  const healths = new Map<string, Health>();
  const waiters = new Map<
    string,
    Set<{ readonly position: Position; readonly settle: (reached: boolean) => void }>
  >();

  const settle = (projection: string, decide: (position: Position) => boolean | undefined): void => {
    for (const waiter of waiters.get(projection) ?? []) {
      const reached = decide(waiter.position);
      if (reached !== undefined) waiter.settle(reached);
    }
  };

  return {
    get: (projection) => checkpoints.get(projection),
    set: (projection, checkpoint) => {
      checkpoints.set(projection, checkpoint);
      settle(projection, (position) => (checkpoint.position >= position ? true : undefined));
    },
    remove: (projection) => {
      checkpoints.delete(projection);
      healths.delete(projection);
      settle(projection, () => false);
    },
    health: (name) => healths.get(name),
    setHealth: (name, health) => {
      healths.set(name, health);
    },
    waitFor: (projection, position, milliseconds) => {
      const checkpoint = checkpoints.get(projection);
      if (!checkpoint) return Promise.resolve(false);
      if (checkpoint.position >= position) return Promise.resolve(true);
      return new Promise((resolve) => {
        const all = waiters.get(projection) ?? new Set();
        waiters.set(projection, all);
        const waiter = {
          position,
          settle: (reached: boolean) => {
            clearTimeout(timer);
            all.delete(waiter);
            resolve(reached);
          },
        };
        const timer = setTimeout(() => waiter.settle(false), milliseconds);
        all.add(waiter);
      });
    },
  };
};
