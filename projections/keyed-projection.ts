import type { EntitySchema } from '@mikro-orm/core';
import type { AnyEvent } from '../domain/all-events.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { RowOf } from './row-of.ts';
import type { SealingOf } from './sealing/define-sealing.ts';
import type { OpenedRow } from './sealing/sealed.ts';
import type { Sealing } from './sealing/sealing.ts';

/** The recorded form of one event type of the system. */
export type RecordedOf<Type extends AnyEvent['type']> = RecordedEvent<Extract<AnyEvent, { type: Type }>>;

/** How one event type changes a read model: the rows that it touches and their new values. */
export type EventFold<Row, Event> = {
  /** Set when the event is always the first to touch its keys, so no row is read. */
  readonly startsRow?: true;
  /** The keys of the rows that the event touches; usually one. */
  readonly keys: (event: Event) => readonly string[];
  /**
   * The row after the event. `undefined` as input means that there is no row yet; as output, that there shall be
   * none.
   */
  readonly evolve: (row: Row | undefined, event: Event, key: string) => Row | undefined;
};

export type EventFolds<Row> = {
  readonly [Type in AnyEvent['type']]?: EventFold<Row, RecordedOf<Type>>;
};

/**
 * A read model as a pure keyed fold over the log.
 *
 * `entity` is its table: written by the projection runner, read through MikroORM, one copy per generation in a
 * separate PostgreSQL schema (`schema: '*'`). Row values are JSON-safe: text, numbers, booleans, null, and JSON
 * columns; instants are ISO 8601 text, so that a replay gives the same bytes. `Row` is a row as folds know it: opened.
 */
export type KeyedProjection<Row extends object = object> = {
  readonly name: string;
  /**
   * Raise it when the fold produces different rows: the runner then builds a new generation. Until that takes over,
   * the old rows are read if they have all columns, so a column that changes its meaning must change its name too.
   */
  readonly version: number;
  readonly entity: EntitySchema;
  /** The property that holds the key: the entity's primary key. */
  readonly key: keyof Row & string;
  /** The sensitive parts of its rows, if any; the runner then erases the rows of an erased subject. */
  readonly sealing?: Sealing;
  readonly folds: EventFolds<Row>;
};

/** An entity's row as a fold sees it. */
type FoldedRow<Entity> = OpenedRow<RowOf<Entity>>;

type Definition<Entity> = Omit<KeyedProjection<FoldedRow<Entity>>, 'entity' | 'sealing'> & {
  readonly entity: Entity;
} & (RowOf<Entity> extends { sealed: unknown }
    ? { readonly sealing: SealingOf<RowOf<Entity>> }
    : { readonly sealing?: never });

/** Ties the types of a keyed projection together: an entity with sealed columns needs its sealing. */
export const defineKeyedProjection = <Entity extends object>(
  projection: Definition<Entity>,
): KeyedProjection<FoldedRow<Entity>> => ({
  ...projection,
  // The row type can be inferred from an entity only.
  entity: projection.entity as object as EntitySchema,
});
