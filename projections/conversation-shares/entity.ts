import { defineEntity, p } from '@mikro-orm/core';

/** One row a share: a conversation, and one with whom it is shared. */
export const conversationShareEntity = defineEntity({
  name: 'ConversationShare',
  tableName: 'conversation_shares',
  schema: '*',
  properties: {
    /** The conversation and the sharee. */
    shareId: p.text().primary(),
    conversationId: p.text(),
    /** `user:<id>` or `team:<name>`. */
    sharee: p.text(),
    /** ISO 8601 UTC with milliseconds; null for until it is taken back. */
    expiresAt: p.text().strictNullable(),
    sharedPosition: p.bigint('number'),
  },
  indexes: [{ properties: ['sharee', 'sharedPosition'] }],
});
