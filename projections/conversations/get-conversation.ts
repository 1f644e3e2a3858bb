import type { ReadModelView } from '../read-model-reader.ts';
import { type ConversationDto, toConversationDto } from './conversation-dto.ts';
import { conversationEntity } from './entity.ts';

/** One conversation without its questions; `undefined` when there is none. Reads read model `conversations`. */
export const getConversation = async (
  view: ReadModelView,
  conversationId: string,
): Promise<ConversationDto | undefined> => {
  const row = await view.entities.findOne(
    conversationEntity,
    { conversationId },
    { disableIdentityMap: true },
  );
  return row ? toConversationDto(row) : undefined;
};
