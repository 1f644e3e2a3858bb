import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { type ConversationDto, toConversationDto } from './conversation-dto.ts';
import { conversationEntity, conversationSealing } from './entity.ts';

/** Whose conversations are listed: everybody's, or those that meet any of these. */
export type VisibleConversations =
  | 'all'
  | {
      readonly owner: string;
      /** Of a service, which sees only what it has started itself. */
      readonly startedBy?: string | undefined;
      /** What else may be seen. */
      readonly conversationIds: readonly string[];
      readonly subjects: readonly string[];
    };

type ListConversations = PageRequest & {
  readonly visible: VisibleConversations;
  /** Id of the actor who started them. */
  readonly startedBy?: string | undefined;
};

const among = (visible: VisibleConversations) =>
  visible === 'all'
    ? {}
    : {
        $or: [
          { owner: visible.owner, ...omitUndefined({ startedBy: visible.startedBy }) },
          ...(visible.conversationIds.length > 0
            ? [{ conversationId: { $in: [...visible.conversationIds] } }]
            : []),
          ...(visible.subjects.length > 0 ? [{ subject: { $in: [...visible.subjects] } }] : []),
        ],
      };

/**
 * Conversations, the one that changed last first. A conversation that changes while a reader pages moves to the
 * front: it is then missing from the later pages, and seen by starting over. Reads read model `conversations`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listConversations = (
  view: ReadModelView,
  { visible, startedBy, cursor, limit }: ListConversations,
): Promise<SealedPage<ConversationDto>> =>
  listSealedRows(
    view,
    {
      entity: conversationEntity,
      sealing: conversationSealing,
      where: (after) => ({
        ...among(visible),
        ...omitUndefined({ startedBy }),
        ...(after === undefined ? {} : { updatedPosition: { $lt: after } }),
      }),
      order: {
        by: { updatedPosition: 'desc' },
        column: 'bigint',
        placeOf: (row) => row.updatedPosition,
      },
      toItem: toConversationDto,
    },
    { limit, cursor },
  );
