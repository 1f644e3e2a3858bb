import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { searchFiltersSchema } from '../retrieval/search-filters.ts';

/** Somebody read an answer. */
export const answerRead = defineEvent('AnswerRead', z.strictObject({ queryId: uuidSchema }));

/** Somebody read a conversation. */
export const conversationRead = defineEvent(
  'ConversationRead',
  z.strictObject({ conversationId: uuidSchema }),
);

/** Somebody searched the knowledge base without asking for an answer. */
export const knowledgeSearched = defineEvent(
  'KnowledgeSearched',
  z.strictObject({
    query: sensitiveText(),
    filters: searchFiltersSchema,
    found: z.array(z.strictObject({ chunkId: z.string(), score: z.number() })).max(100),
  }),
);

/** Somebody read or exported the audit trail. */
export const auditTrailRead = defineEvent(
  'AuditTrailRead',
  z.strictObject({
    kind: z.enum(['entries', 'stream', 'export']),
    parameters: sensitive(z.record(z.string(), z.string()), {}),
  }),
);

export const accessEvents = [answerRead, conversationRead, knowledgeSearched, auditTrailRead] as const;
export type AccessEvent = EventOf<(typeof accessEvents)[number]>;
