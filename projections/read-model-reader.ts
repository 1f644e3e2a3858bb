import type { EntityManager } from '@mikro-orm/core';
import type { Position } from '../domain/kernel/event.ts';
import type { RowSealer } from '../ports/row-sealer.ts';

/** A view of one read model's live generation. */
export type ReadModelView = {
  /** Bound to the generation's schema; reads only. */
  readonly entities: EntityManager;
  readonly generation: number;
  /** The rows reflect the log at least up to this position. */
  readonly position: Position;
  /** Opens its sealed rows. */
  readonly sealer: Pick<RowSealer, 'keysOf'>;
};

/**
 * Opens read models. `open` waits until the read model has reached `after` (0 = no waiting) and rejects with a
 * `timeout` Failure when it does not in time.
 */
export type ReadModelReader = {
  /**
   * Returns the position of the live generation, waiting as `open` does. With `atMost` it waits at most that many
   * milliseconds and then returns the current position, however old.
   */
  readonly locate: (
    projection: string,
    after?: Position,
    atMost?: number,
  ) => Promise<{ readonly generation: number; readonly position: Position }>;
  readonly open: (projection: string, after?: Position) => Promise<ReadModelView>;
};

/** One page of a list. `nextCursor` is opaque to callers and absent on the last page. */
export type PageOf<Item> = { readonly items: readonly Item[]; readonly nextCursor?: string };
