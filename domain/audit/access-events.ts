import { z } from 'zod';
import { countedQuestionSchema } from '../consultation/counted-question.ts';
import { feedbackKinds } from '../consultation/feedback-kind.ts';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';
import { accessBases } from '../ownership/access-grounds.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { searchFiltersSchema } from '../retrieval/search-filters.ts';
import { refusalCodes } from './refusal.ts';

/** Whose content one reading can show at most: as many as the longest page of a list has items. */
export const MAX_READ_SUBJECTS = 500;

/** Characters of a reason for reading: at most a sentence. */
const MAX_REASON = 200;

/** Said of every reading, beside what was read. */
const reading = {
  /**
   * Whose content it showed (`person:…`, `document:…`), where that is not the one subject whose key seals the event. Opaque
   * pseudonyms, which stay when a subject is erased: that somebody read about them remains on record.
   */
  subjects: z.array(z.string().min(1).max(300)).max(MAX_READ_SUBJECTS).optional(),
  /** Why, in the reader's own words. */
  reason: sensitiveText(z.string().max(MAX_REASON)).optional(),
  /** What allowed it. */
  basis: z.enum(accessBases).optional(),
  /** The share or the emergency access that allowed it. */
  grantId: uuidSchema.optional(),
};

/** Somebody read an answer. */
export const answerRead = defineEvent('AnswerRead', z.strictObject({ queryId: uuidSchema, ...reading }));

/** Somebody read a conversation. */
export const conversationRead = defineEvent(
  'ConversationRead',
  z.strictObject({ conversationId: uuidSchema, ...reading }),
);

/** Somebody looked through conversations: their titles, and what is known about the patients. */
export const conversationsListed = defineEvent(
  'ConversationsListed',
  z.strictObject({ conversationIds: z.array(uuidSchema).max(MAX_READ_SUBJECTS), ...reading }),
);

/** Somebody read a call of a tool: what it was to be given, and what it gave. */
export const toolCallRead = defineEvent(
  'ToolCallRead',
  z.strictObject({ toolCallId: uuidSchema, ...reading }),
);

/** Somebody looked through calls of tools. */
export const toolCallsListed = defineEvent(
  'ToolCallsListed',
  z.strictObject({ toolCallIds: z.array(uuidSchema).max(MAX_READ_SUBJECTS), ...reading }),
);

/** Somebody opened a version of a document: its file, its chunks, or its text, all of it or one page. */
export const documentRead = defineEvent(
  'DocumentRead',
  z.strictObject({
    docKey: docKeySchema,
    version: z.int().min(1),
    part: z.enum(['file', 'text', 'chunks']),
    /** From 1; absent for more than one page. */
    page: z.int().min(1).optional(),
    ...reading,
  }),
);

/** Somebody saw the names and properties of documents that hold PHI, or whose names do. */
export const catalogueRead = defineEvent(
  'CatalogueRead',
  z.strictObject({
    kind: z.enum(['documents', 'versions', 'jobs']),
    docKeys: z.array(docKeySchema).max(MAX_READ_SUBJECTS),
    ...reading,
  }),
);

/** Somebody read how questions about people were served: what they named, and when they were asked. */
export const queryLogRead = defineEvent(
  'QueryLogRead',
  z.strictObject({ kind: z.enum(['list', 'top']), ...reading }),
);

/** Somebody searched the knowledge base without asking for an answer. */
export const knowledgeSearched = defineEvent(
  'KnowledgeSearched',
  z.strictObject({
    query: sensitiveText(),
    /** By which equal searches are counted. */
    counted: countedQuestionSchema.optional(),
    filters: sensitive(searchFiltersSchema, {}),
    found: z.array(z.strictObject({ chunkId: z.string(), score: z.number() })).max(100),
    /** Whether the passages were remembered from an equal search; `sources` then describes that search. */
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
    ...reading,
  }),
);

/** Somebody read or exported the audit trail. */
export const auditTrailRead = defineEvent(
  'AuditTrailRead',
  z.strictObject({
    kind: z.enum(['entries', 'stream', 'explanation', 'export', 'break-glass', 'reviews']),
    parameters: sensitive(z.record(z.string(), z.string()), {}),
    ...reading,
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
    ...reading,
  }),
);

/**
 * Access was refused: without a valid token, without the permission, or because it is not theirs. One event stands
 * for all equal refusals since the one before it.
 */
export const accessRefused = defineEvent(
  'AccessRefused',
  z.strictObject({
    /** With `:name` parameters; `unmatched` for a path that no route has. Never the path itself. */
    route: z.string().min(1).max(200),
    method: z.string().max(16),
    code: z.enum(refusalCodes),
    count: z.int().min(1),
    /** Set where refusals of several addresses, routes or people are counted together, because there were too many. */
    various: z.literal(true).optional(),
  }),
);

export const accessEvents = [
  answerRead,
  conversationRead,
  conversationsListed,
  toolCallRead,
  toolCallsListed,
  documentRead,
  catalogueRead,
  queryLogRead,
  knowledgeSearched,
  auditTrailRead,
  feedbackRead,
  accessRefused,
] as const;
export type AccessEvent = EventOf<(typeof accessEvents)[number]>;
