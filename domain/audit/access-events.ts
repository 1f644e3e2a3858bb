import { z } from 'zod';
import { countedQuestionSchema } from '../consultation/counted-question.ts';
import { feedbackKinds } from '../consultation/feedback-kind.ts';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { searchFiltersSchema } from '../retrieval/search-filters.ts';

/** Somebody read an answer. */
export const answerRead = defineEvent('AnswerRead', z.strictObject({ queryId: uuidSchema }));

/** Somebody read a conversation. */
export const conversationRead = defineEvent(
  'ConversationRead',
  z.strictObject({ conversationId: uuidSchema }),
);

/** Somebody opened a version of a document: its file, or its text, all of it or one page. */
export const documentRead = defineEvent(
  'DocumentRead',
  z.strictObject({
    docKey: docKeySchema,
    version: z.int().min(1),
    part: z.enum(['file', 'text']),
    /** From 1; absent for more than one page. */
    page: z.int().min(1).optional(),
  }),
);

/** Somebody searched the knowledge base without asking for an answer. */
export const knowledgeSearched = defineEvent(
  'KnowledgeSearched',
  z.strictObject({
    query: sensitiveText(),
    /** By which equal searches are counted. */
    counted: countedQuestionSchema.optional(),
    filters: searchFiltersSchema,
    found: z.array(z.strictObject({ chunkId: z.string(), score: z.number() })).max(100),
    /** Whether the passages were remembered from an equal search; `sources` then tells how that one went. */
    cached: z.boolean().optional(),
    /** How each way of searching went. */
    sources: z
      .array(
        z.strictObject({
          source: z.string(),
          outcome: z.enum(['ok', 'failed', 'timeout']),
          found: z.int().min(0),
          milliseconds: z.number().min(0),
        }),
      )
      .max(20)
      .optional(),
    /** How long the search took as a whole. */
    milliseconds: z.number().min(0).optional(),
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

/** Somebody read or exported what people say of answers: comments, and in an export the questions. */
export const feedbackRead = defineEvent(
  'FeedbackRead',
  z.strictObject({
    kind: z.enum(['list', 'export']),
    parameters: z.strictObject({
      kind: z.enum(feedbackKinds).optional(),
      docKey: docKeySchema.optional(),
    }),
  }),
);

export const accessEvents = [
  answerRead,
  conversationRead,
  documentRead,
  knowledgeSearched,
  auditTrailRead,
  feedbackRead,
] as const;
export type AccessEvent = EventOf<(typeof accessEvents)[number]>;
