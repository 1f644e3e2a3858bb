import { type Sharee, shareeKey } from '../../domain/ownership/share.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { conversationShareEntity } from './entity.ts';

const shareIdOf = (data: { readonly conversationId: string; readonly with: Sharee }): string =>
  `${data.conversationId}/${shareeKey(data.with)}`;

/** The current shares. An expired share stays until it is revoked. */
export const conversationSharesProjection = defineKeyedProjection({
  name: 'conversation-shares',
  version: 1,
  entity: conversationShareEntity,
  key: 'shareId',
  folds: {
    ConversationShared: {
      keys: ({ data }) => [shareIdOf(data)],
      evolve: (_, { data, position }) => ({
        shareId: shareIdOf(data),
        conversationId: data.conversationId,
        sharee: shareeKey(data.with),
        expiresAt: data.expiresAt ?? null,
        sharedPosition: position,
      }),
    },
    ConversationUnshared: { keys: ({ data }) => [shareIdOf(data)], evolve: () => undefined },
  },
});
