import type { ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { type QueryLogRow, queryLogSealing } from './entity.ts';
import type { ListQueryLog } from './list-query-log.ts';
import { BATCH, MAX_SUMMARIZED, newestEntries } from './newest-entries.ts';
import { type TopQuestion, type TopQuestionKind, topQuestions } from './top-questions.ts';

type ListTopQuestions = Pick<ListQueryLog, 'from' | 'to'> & {
  readonly only: TopQuestionKind;
  /** The maximum number of questions. */
  readonly limit: number;
};

/** The most frequent questions, and whether all entries of the window were examined or only the newest 10,000. */
type TopQuestionsDto = { readonly questions: readonly TopQuestion[]; readonly complete: boolean };

/**
 * The questions asked most, or those that most often find nothing or fail. Reads read model `query-log`.
 *
 * @throws Failure `validation_error` for `from` or `to`
 */
export const listTopQuestions = async (
  view: ReadModelView,
  { from, to, only, limit }: ListTopQuestions,
  maximum = MAX_SUMMARIZED,
): Promise<TopQuestionsDto> => {
  const { rows, complete } = await newestEntries(view, { from, to }, maximum);
  const opened: QueryLogRow[] = [];
  for (let from = 0; from < rows.length; from += BATCH)
    opened.push(...(await openRows(view, queryLogSealing, rows.slice(from, from + BATCH))));
  return { questions: topQuestions(opened, only, limit), complete };
};
