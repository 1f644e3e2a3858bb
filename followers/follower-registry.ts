import type { Position } from '../domain/kernel/event.ts';
import type { Checkpoint } from '../ports/follower.ts';

/**
 * The state of a follower of the log, as known to this process:
 * - `running`: this process does the work;
 * - `waiting`: another process does it, or none yet;
 * - `blocked`: it cannot continue in this version of the program, and lets others try;
 * - `failing`: it failed and will be retried.
 */
export type Health = {
  readonly state: 'running' | 'waiting' | 'blocked' | 'failing';
  /** The reason for `blocked` or `failing`; free of PHI. */
  readonly error?: string;
};

/**
 * The state of the followers of this process, in memory: readers in the same process wait here instead of polling the
 * database. A checkpoint counts only while the lease is held: a process that was suspended or cut off would otherwise
 * send readers to a generation that another process has long replaced.
 */
export type FollowerRegistry = {
  readonly get: (follower: string) => Checkpoint | undefined;
  /** `isValid` is called at each read; once it returns false the checkpoint is ignored. */
  readonly set: (follower: string, checkpoint: Checkpoint, isValid?: () => boolean) => void;
  /** Removes the checkpoint of the follower; waiting readers are answered immediately. */
  readonly remove: (follower: string) => void;
  readonly health: (follower: string) => Health | undefined;
  readonly setHealth: (follower: string, health: Health) => void;
  /** Resolves with true when the position is reached, with false after the milliseconds or when unknown here. */
  readonly waitFor: (follower: string, position: Position, milliseconds: number) => Promise<boolean>;
};

type Entry = { readonly checkpoint: Checkpoint; readonly isValid: () => boolean };
type Waiter = { readonly position: Position; readonly settle: (reached: boolean) => void };

const always = (): boolean => true;

export const createFollowerRegistry = (): FollowerRegistry => {
  const entries = new Map<string, Entry>();
  const healths = new Map<string, Health>();
  const waiters = new Map<string, Set<Waiter>>();

  const settle = (follower: string, decide: (position: Position) => boolean | undefined): void => {
    for (const waiter of waiters.get(follower) ?? []) {
      const reached = decide(waiter.position);
      if (reached !== undefined) waiter.settle(reached);
    }
  };

  const remove = (follower: string): void => {
    entries.delete(follower);
    settle(follower, () => false);
  };

  const get = (follower: string): Checkpoint | undefined => {
    const entry = entries.get(follower);
    if (!entry) return undefined;
    if (entry.isValid()) return entry.checkpoint;
    remove(follower);
    return undefined;
  };

  return {
    get,
    set: (follower, checkpoint, isValid = always) => {
      entries.set(follower, { checkpoint, isValid });
      settle(follower, (position) => (checkpoint.position >= position ? true : undefined));
    },
    remove,
    health: (follower) => healths.get(follower),
    setHealth: (follower, health) => {
      healths.set(follower, health);
    },
    waitFor: (follower, position, milliseconds) => {
      const checkpoint = get(follower);
      if (!checkpoint) return Promise.resolve(false);
      if (checkpoint.position >= position) return Promise.resolve(true);
      return new Promise((resolve) => {
        const all = waiters.get(follower) ?? new Set();
        waiters.set(follower, all);
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
