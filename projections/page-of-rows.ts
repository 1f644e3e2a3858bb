import { Failure, failure } from '../domain/kernel/failure.ts';
import type { PageOf } from './read-model-reader.ts';

/** The default page size (semantic search, "Admin API Endpoints"). */
export const DEFAULT_PAGE_SIZE = 50;
/** The most items that one page holds. */
export const MAX_PAGE_SIZE = 500;

/** The parameters of every list. */
export type PageRequest = {
  /** 1 to 500; 50 when absent. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
};

/** @throws Failure `validation_error` for field `limit` */
export const pageSizeOf = (limit: number | undefined): number => {
  if (limit === undefined) return DEFAULT_PAGE_SIZE;
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE_SIZE) return limit;
  throw new Failure(
    failure('validation_error', `The limit must be a whole number from 1 to ${MAX_PAGE_SIZE}.`, {
      details: { issues: [{ path: 'limit', message: `must be a whole number from 1 to ${MAX_PAGE_SIZE}` }] },
    }),
  );
};

/**
 * One page of a list. `find` is asked for one row more than the page holds, which only shows whether there is a next
 * page.
 *
 * @throws Failure `validation_error` for field `limit`
 */
export const pageOfRows = async <Row, Item>(
  limit: number | undefined,
  find: (rows: number) => Promise<readonly Row[]>,
  toItem: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Promise<PageOf<Item>> => {
  const size = pageSizeOf(limit);
  const rows = await find(size + 1);
  const items = rows.slice(0, size).map(toItem);
  const last = rows[size - 1];
  return rows.length > size && last !== undefined ? { items, nextCursor: cursorOf(last) } : { items };
};
