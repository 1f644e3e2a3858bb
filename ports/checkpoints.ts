import type { Position } from '../domain/kernel/event.ts';

/** How far each consumer has come. A move is refused (answers false) when the lease has a newer owner. */
export type Checkpoints = {
  readonly read: (consumer: string) => Promise<Position>;
  /** Those of all consumers that have begun. */
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
