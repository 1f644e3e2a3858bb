import type { RowOf } from '../row-of.ts';
import type { Opened, OpenedRow, SealedColumn } from './sealed.ts';
import type { Sealing } from './sealing.ts';

/** The replacement for each sealed column; a missing or extra column does not compile. */
type Placeholders<Stored> = {
  readonly [Column in SealedColumn<Stored>]: Column extends keyof Stored ? Opened<Stored[Column]> : never;
};

/** A sealing that knows the rows it is for. */
export type SealingOf<Stored> = Sealing & { readonly of?: Stored };

type Definition<Stored> = {
  readonly projection: string;
  readonly since: number;
  readonly key: keyof OpenedRow<Stored> & string;
  readonly columns: Placeholders<Stored>;
  readonly plainWhenClean?: {
    readonly columns: readonly string[];
    readonly isClean: (row: OpenedRow<Stored>) => boolean;
  };
  readonly derived?: Partial<OpenedRow<Stored>>;
};

/** Declares the sensitive parts of an entity's rows; see `Sealing`. */
export const defineSealing = <Entity extends object>(
  _entity: Entity,
  { plainWhenClean, derived = {}, ...definition }: Definition<RowOf<Entity>>,
): SealingOf<RowOf<Entity>> => ({
  ...definition,
  derived,
  plainWhenClean: {
    columns: plainWhenClean?.columns ?? [],
    // The runner gives it rows of this entity only.
    isClean: (row) => plainWhenClean?.isClean(row as object as OpenedRow<RowOf<Entity>>) ?? false,
  },
});
