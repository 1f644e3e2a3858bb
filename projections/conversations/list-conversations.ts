import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { type ConversationDto, toConversationDto } from './conversation-dto.ts';
import { conversationEntity, conversationSealing } from './entity.ts';

/** The conversations to list: all, or those that meet any of these conditions. */
export type VisibleConversations =
  | 'all'
  | {
      readonly owner: string;
      /** For a service, which sees only conversations that it started itself. */
      readonly startedBy?: string | undefined;
      /** Further visible conversations. */
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
 * Conversations, most recently changed first. A conversation that changes while a reader pages moves to the front: it
 * is missing from the later pages and appears when the reader starts over. Reads read model `conversations`.
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
