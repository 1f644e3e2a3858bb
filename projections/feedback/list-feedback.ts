import type { FeedbackKind } from '../../domain/consultation/feedback-kind.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
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
 * Feedback on answers, newest first. Reads read model `feedback`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listFeedback = (
  view: ReadModelView,
  { kind, docKey, cursor, limit }: ListFeedback,
): Promise<SealedPage<FeedbackDto>> =>
  listSealedRows(
    view,
    {
      entity: feedbackEntity,
      sealing: feedbackSealing,
      where: (after) => ({
        ...omitUndefined({ kind, docKey }),
        ...(after === undefined ? {} : { givenPosition: { $lt: after } }),
      }),
      order: {
        by: { givenPosition: 'desc' },
        column: 'bigint',
        placeOf: (row) => row.givenPosition,
      },
      toItem: toFeedbackDto,
    },
    { limit, cursor },
  );
