import type { ReadModelView } from '../read-model-reader.ts';
import { openRowIfAny } from '../sealing/open-rows.ts';
import { type ConversationDto, toConversationDto } from './conversation-dto.ts';
import { conversationEntity, conversationSealing } from './entity.ts';

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
  const opened = await openRowIfAny(view, conversationSealing, row);
  return opened && toConversationDto(opened);
};
