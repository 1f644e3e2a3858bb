import { defineEntity, p } from '@mikro-orm/core';

/** One row per share: a conversation and a sharee. */
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
    /** ISO 8601 UTC with milliseconds; null for a share without an expiry. */
    expiresAt: p.text().strictNullable(),
    sharedPosition: p.bigint('number'),
  },
  indexes: [{ properties: ['sharee', 'sharedPosition'] }],
});
