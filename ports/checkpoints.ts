import type { Position } from '../domain/kernel/event.ts';

/** The progress of each consumer. A move is refused (returns false) when the lease has a newer owner. */
export type Checkpoints = {
  readonly read: (consumer: string) => Promise<Position>;
  /** The checkpoints of all consumers that have started. */
  readonly list: () => Promise<ReadonlyMap<string, Position>>;
  readonly move: (
    consumer: string,
    to: Position,
    lease: { readonly name: string; readonly fence: number },
  ) => Promise<boolean>;
  /**
   * Moves the checkpoint of a whole consumer to that of its last partition, so that an earlier version of the
   * program, or one with other partitions, continues from there. Does nothing until each partition has begun.
   */
  readonly raise: (consumer: string, partitions: readonly string[]) => Promise<void>;
};
