import { z } from 'zod';
import { countedQuestionSchema } from '../consultation/counted-question.ts';
import { feedbackKinds } from '../consultation/feedback-kind.ts';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';
import { accessBases } from '../ownership/access-grounds.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { searchFiltersSchema } from '../retrieval/search-filters.ts';
import { refusalCodes } from './refusal.ts';

/** The most subjects that one reading can show: as many as the longest page of a list has items. */
export const MAX_READ_SUBJECTS = 500;

/** Characters of a reason for reading: at most a sentence. */
const MAX_REASON = 200;

/** The fields of every reading, besides what was read. */
const reading = {
  /**
   * The subjects whose content it showed (`person:…`, `document:…`), if not the one whose key seals the event. Opaque
   * pseudonyms, which stay when a subject is erased, so that the reading remains on record.
   */
  subjects: z.array(z.string().min(1).max(300)).max(MAX_READ_SUBJECTS).optional(),
  /** The reason in the reader's own words. */
  reason: sensitiveText(z.string().max(MAX_REASON)).optional(),
  /** The grounds that permitted it. */
  basis: z.enum(accessBases).optional(),
  /** The share or the emergency access that permitted it. */
  grantId: uuidSchema.optional(),
};

/** A person read an answer. */
export const answerRead = defineEvent('AnswerRead', z.strictObject({ queryId: uuidSchema, ...reading }));

/** A person read a conversation. */
export const conversationRead = defineEvent(
  'ConversationRead',
  z.strictObject({ conversationId: uuidSchema, ...reading }),
);

/** A person listed conversations: their titles, and facts about the patients. */
export const conversationsListed = defineEvent(
  'ConversationsListed',
  z.strictObject({ conversationIds: z.array(uuidSchema).max(MAX_READ_SUBJECTS), ...reading }),
);

/** A person read a tool call: its arguments and its result. */
export const toolCallRead = defineEvent(
  'ToolCallRead',
  z.strictObject({ toolCallId: uuidSchema, ...reading }),
);

/** A person listed tool calls. */
export const toolCallsListed = defineEvent(
  'ToolCallsListed',
  z.strictObject({ toolCallIds: z.array(uuidSchema).max(MAX_READ_SUBJECTS), ...reading }),
);

/** A person opened a version of a document: its file, its chunks, or its text in whole or one page. */
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

/** A person saw the names and properties of documents that hold PHI, or whose names do. */
export const catalogueRead = defineEvent(
  'CatalogueRead',
  z.strictObject({
    kind: z.enum(['documents', 'versions', 'jobs']),
    docKeys: z.array(docKeySchema).max(MAX_READ_SUBJECTS),
    ...reading,
  }),
);

/** A person read how questions about people were served: the names in them, and when they were asked. */
export const queryLogRead = defineEvent(
  'QueryLogRead',
  z.strictObject({ kind: z.enum(['list', 'top']), ...reading }),
);

/** A person searched the knowledge base without asking for an answer. */
export const knowledgeSearched = defineEvent(
  'KnowledgeSearched',
  z.strictObject({
    query: sensitiveText(),
    /** The fingerprint by which equal searches are counted. */
    counted: countedQuestionSchema.optional(),
    filters: sensitive(searchFiltersSchema, {}),
    found: z.array(z.strictObject({ chunkId: z.string(), score: z.number() })).max(100),
    /** Whether the passages were cached from an equal search; `sources` then describes that search. */
    cached: z.boolean().optional(),
    /** The outcome of each way of searching. */
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
    /** The duration of the whole search. */
    milliseconds: z.number().min(0).optional(),
    ...reading,
  }),
);

/** A person read or exported the audit trail. */
export const auditTrailRead = defineEvent(
  'AuditTrailRead',
  z.strictObject({
    kind: z.enum(['entries', 'stream', 'explanation', 'export', 'break-glass', 'reviews', 'audit-reviews']),
    parameters: sensitive(z.record(z.string(), z.string()), {}),
    ...reading,
  }),
);

/** A person read or exported feedback on answers: comments, and in an export the questions. */
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
 * Access was refused: without a valid token, without the permission, or because the thing is not theirs. One event stands
 * for all equal refusals since the previous one.
 */
export const accessRefused = defineEvent(
  'AccessRefused',
  z.strictObject({
    /** The route with `:name` parameters; `unmatched` for an unknown path. Never the path itself. */
    route: z.string().min(1).max(200),
    method: z.string().max(16),
    code: z.enum(refusalCodes),
    count: z.int().min(1),
    /** Set when refusals of several addresses, routes or people are counted together, because there were too many. */
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
