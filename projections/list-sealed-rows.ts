import type { EntityName, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { decodeCursor, encodeCursor, integerPlace, positionPlace } from './page-cursor.ts';
import { type PageRequest, pageOfRows } from './page-of-rows.ts';
import type { PageOf, ReadModelView } from './read-model-reader.ts';
import type { SealingOf } from './sealing/define-sealing.ts';
import { openRows } from './sealing/open-rows.ts';
import type { OpenedRow } from './sealing/sealed.ts';

/** A page with the subjects of its rows, for the access record. */
export type SealedPage<Item> = PageOf<Item> & { readonly subjects: readonly string[] };

/** The parts that differ between lists of sealed rows. */
type SealedList<Entity extends Stored, Stored extends object, Item> = {
  readonly entity: EntityName<Entity>;
  readonly sealing: SealingOf<Stored>;
  /**
   * The filter of the list, including what the caller may see and, except on the first page, the place after which
   * the page starts.
   */
  readonly where: (after: number | undefined) => FilterQuery<NoInfer<Entity>>;
  readonly order: {
    /** A column without sensitive content, whose values differ within the list. */
    readonly by: QueryOrderMap<NoInfer<Entity>>;
    /** The type of that column in the database, which bounds the numbers that a cursor may hold. */
    readonly column: 'bigint' | 'integer';
    readonly placeOf: (row: OpenedRow<NoInfer<Stored>>) => number;
  };
  readonly toItem: (row: OpenedRow<NoInfer<Stored>>) => Item;
};

const placeSchemas = { bigint: positionPlace, integer: integerPlace };

/**
 * One page of a list of sealed rows. A row of an erased subject stays in the list and is shown as erased.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listSealedRows = async <
  Entity extends Stored,
  Stored extends { readonly subject: string },
  Item,
>(
  view: ReadModelView,
  { entity, sealing, where, order, toItem }: SealedList<Entity, Stored, Item>,
  { limit, cursor }: PageRequest,
): Promise<SealedPage<Item>> => {
  const after = cursor === undefined ? undefined : decodeCursor(placeSchemas[order.column], cursor)[0];
  const page = await pageOfRows(
    limit,
    async (rows) =>
      openRows(
        view,
        sealing,
        await view.entities.find(entity, where(after), {
          orderBy: order.by,
          limit: rows,
          disableIdentityMap: true,
        }),
      ),
    (row) => row,
    (row) => encodeCursor([order.placeOf(row)]),
  );
  return {
    ...page,
    items: page.items.map(toItem),
    subjects: [...new Set(page.items.map(({ subject }) => subject))],
  };
};
