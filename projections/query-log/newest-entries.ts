import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { instantSpan } from '../instant-span.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { queryLogEntity, type StoredQueryLogRow } from './entity.ts';
import type { ListQueryLog } from './list-query-log.ts';

/** The most entries that one evaluation examines: the newest of the window. */
export const MAX_SUMMARIZED = 10_000;

/** Entries read per query, about 50 ms, so that other work of this process does not wait longer. */
export const BATCH = 1000;

/**
 * The newest entries of a window, newest first, and whether those are all.
 *
 * @throws Failure `validation_error` for `from` or `to`
 */
export const newestEntries = async (
  view: ReadModelView,
  { from, to }: Pick<ListQueryLog, 'from' | 'to'>,
  maximum: number,
): Promise<{ readonly rows: readonly StoredQueryLogRow[]; readonly complete: boolean }> => {
  const askedAt = instantSpan(from, to);
  const rows: StoredQueryLogRow[] = [];
  // One entry more than needed shows whether there are more.
  while (rows.length <= maximum) {
    const last = rows.at(-1);
    const limit = Math.min(BATCH, maximum + 1 - rows.length);
    const batch = await view.entities.find(
      queryLogEntity,
      {
        ...omitUndefined({ askedAt }),
        ...(last === undefined ? {} : { askedPosition: { $lt: last.askedPosition } }),
      },
      { orderBy: { askedPosition: 'desc' }, limit, disableIdentityMap: true },
    );
    rows.push(...batch);
    if (batch.length < limit) break;
  }
  return { rows: rows.slice(0, maximum), complete: rows.length <= maximum };
};
