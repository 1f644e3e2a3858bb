import type { ReadModelView } from '../read-model-reader.ts';
import type { ListQueryLog } from './list-query-log.ts';
import { MAX_SUMMARIZED, newestEntries } from './newest-entries.ts';
import { type QueryLogSummary, summarizeQueryLog } from './summarize-query-log.ts';

/** A summary, and whether it covers the whole window or only its newest 10,000 entries. */
type QueryLogSummaryDto = QueryLogSummary & { readonly complete: boolean };

/**
 * Figures over the newest entries of a window, at most 10,000. Reads read model `query-log`.
 *
 * @throws Failure `validation_error` for `from` or `to`
 */
export const getQueryLogSummary = async (
  view: ReadModelView,
  during: Pick<ListQueryLog, 'from' | 'to'>,
  maximum = MAX_SUMMARIZED,
): Promise<QueryLogSummaryDto> => {
  const { rows, complete } = await newestEntries(view, during, maximum);
  return { ...summarizeQueryLog(rows), complete };
};
