import type { EntitySchema } from '@mikro-orm/core';
import type { AnyEvent } from '../domain/all-events.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';

/** The recorded form of one event type of the system. */
export type RecordedOf<Type extends AnyEvent['type']> = RecordedEvent<Extract<AnyEvent, { type: Type }>>;

/** How one event type changes a read model: which rows it touches, and what each becomes. */
export type EventFold<Row, Event> = {
  /** Set where the event is always the first to touch its keys: no row is looked for. */
  readonly startsRow?: true;
  /** The keys of the rows that the event touches; usually one. */
  readonly keys: (event: Event) => readonly string[];
  /** The row after the event: `undefined` in means there is none yet, `undefined` out means there shall be none. */
  readonly evolve: (row: Row | undefined, event: Event, key: string) => Row | undefined;
};

export type EventFolds<Row> = {
  readonly [Type in AnyEvent['type']]?: EventFold<Row, RecordedOf<Type>>;
};

/**
 * A read model as a pure keyed fold over the log.
 *
 * `entity` is its table: written by the projection runner, read through MikroORM, one copy per generation in a
 * PostgreSQL schema of its own (`schema: '*'`). Row values are JSON-safe: text, numbers, booleans, null, and JSON
 * columns; instants are ISO 8601 text, so that a replay gives the same bytes.
 */
export type KeyedProjection<Row extends object = object> = {
  readonly name: string;
  /**
   * Raised when rows would come out differently: the runner then builds a new generation by itself. Until it takes
   * over, the old rows are read where they have all columns, so one that changes its meaning changes its name too.
   */
  readonly version: number;
  readonly entity: EntitySchema<Row>;
  /** The property that holds the key: the entity's primary key. */
  readonly key: keyof Row & string;
  readonly folds: EventFolds<Row>;
};

/** Ties the types of a keyed projection together. */
export const defineKeyedProjection = <Row extends object>(
  projection: KeyedProjection<Row>,
): KeyedProjection<Row> => projection;
