import type { FeedbackKind } from '../../domain/consultation/feedback-kind.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfSubjects } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import type { FeedbackRow } from './entity.ts';
import { feedbackEntity, feedbackSealing } from './entity.ts';

/** One person's judgement of one answer as the API shows it. Instants are ISO 8601 UTC. */
export type FeedbackDto = Readonly<Omit<FeedbackRow, 'feedbackId' | 'givenPosition' | 'subject'>>;

/** A row as the API shows it. */
const toFeedbackDto = ({
  feedbackId: _,
  givenPosition: __,
  subject: ___,
  ...shown
}: FeedbackRow): FeedbackDto => shown;

/** Narrows the list; members combine by "and". */
export type ListFeedback = PageRequest & {
  readonly kind?: FeedbackKind | undefined;
  readonly docKey?: string | undefined;
};

/**
 * What people say of answers, the newest first. Reads read model `feedback`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listFeedback = async (
  view: ReadModelView,
  { kind, docKey, cursor, limit }: ListFeedback,
): Promise<PageOf<FeedbackDto> & { readonly subjects: readonly string[] }> => {
  const where = {
    ...omitUndefined({ kind, docKey }),
    ...(cursor === undefined ? {} : { givenPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfSubjects(
    limit,
    async (rows) =>
      openRows(
        view,
        feedbackSealing,
        await view.entities.find(feedbackEntity, where, {
          orderBy: { givenPosition: 'desc' },
          limit: rows,
          disableIdentityMap: true,
        }),
      ),
    toFeedbackDto,
    (row) => encodePositionCursor(row.givenPosition),
  );
};
