import type { FeedbackKind } from '../../domain/consultation/feedback-kind.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import { queryEntity, querySealing } from '../queries/entity.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { feedbackEntity } from './entity.ts';
import type { ListFeedback } from './list-feedback.ts';

/** A question, a result found for it, and a person's judgement of that. The question can hold PHI. */
type LabelledPair = {
  readonly queryId: string;
  readonly question: string;
  /** Null when the answer as a whole was judged. */
  readonly docKey: string | null;
  readonly chunkId: string | null;
  readonly label: FeedbackKind;
  readonly givenAt: string;
};

/** Judgements read per query. */
const BATCH = 500;

/**
 * Judgements with their questions, oldest first, as of the view's position. Judgements changed while they are read,
 * and questions of erased people, are left out. Reads read models `feedback` and `queries`; the latter must be as
 * fresh.
 */
export async function* labelledPairs(
  feedback: ReadModelView,
  queries: ReadModelView,
  { kind, docKey }: Pick<ListFeedback, 'kind' | 'docKey'>,
): AsyncGenerator<LabelledPair> {
  const narrowed = { ...omitUndefined({ kind, docKey }) };
  let after = 0;
  for (;;) {
    const rows = await feedback.entities.find(
      feedbackEntity,
      { ...narrowed, givenPosition: { $gt: after, $lte: feedback.position } },
      { orderBy: { givenPosition: 'asc' }, limit: BATCH, disableIdentityMap: true },
    );
    const asked = await openRows(
      queries,
      querySealing,
      await queries.entities.find(
        queryEntity,
        { queryId: { $in: [...new Set(rows.map(({ queryId }) => queryId))] } },
        { disableIdentityMap: true },
      ),
    );
    const questions = new Map(asked.map(({ queryId, question }) => [queryId, question]));
    for (const row of rows) {
      const question = questions.get(row.queryId);
      if (question === undefined || question === ERASED_TEXT) continue;
      yield {
        queryId: row.queryId,
        question,
        docKey: row.docKey,
        chunkId: row.chunkId,
        label: row.kind,
        givenAt: row.givenAt,
      };
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.givenPosition;
  }
}
