import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { searchFiltersSchema } from '../retrieval/search-filters.ts';
import { citationSchema } from './citation.ts';
import { clinicalContextSchema } from './clinical-context.ts';
import { countedQuestionSchema } from './counted-question.ts';
import { feedbackKinds } from './feedback-kind.ts';

/** A person asked a question. The clinical context in force at that moment is part of the question. */
export const queryAsked = defineEvent(
  'QueryAsked',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    question: sensitiveText(z.string().min(1).max(10_000)),
    clinicalContext: sensitive(clinicalContextSchema, {}).optional(),
    /** The last questions of the conversation at that moment, oldest first, which this one may lean on. */
    questionsBefore: sensitive(z.array(z.string().max(1000)).max(5), []).optional(),
    filters: sensitive(searchFiltersSchema, {}),
    /** The most passages to cite. */
    limit: z.int().min(1).max(50),
  }),
);

/** The question was looked through for PHI before anything else was done with it. */
export const phiScreened = defineEvent(
  'PhiScreened',
  z.strictObject({
    queryId: uuidSchema,
    detected: z.boolean(),
    /** Kinds of what was found, e.g. `name`, `mrn`; never the text itself. */
    kinds: z.array(z.string().max(64)).max(50),
    detector: z.string().max(64),
  }),
);

/** Passages were looked for: how the question was understood, where, and with what result. */
export const sourcesSearched = defineEvent(
  'SourcesSearched',
  z.strictObject({
    queryId: uuidSchema,
    interpretation: sensitive(
      z.strictObject({
        searchedFor: z.string(),
        intent: z.string(),
        expansions: z.array(z.string()),
        corrections: z.array(z.string()),
        /** A question that leans on one before, together with what that was about, as it was searched. */
        readAs: z.string().optional(),
        /** It leans, and this is what it could mean; empty where nothing tells. Then nothing was answered. */
        couldMean: z.array(z.string()).optional(),
      }),
      { searchedFor: '[erased]', intent: 'general', expansions: [], corrections: [] },
    ),
    sources: z.array(
      z.strictObject({
        source: z.string(),
        outcome: z.enum(['ok', 'failed', 'timeout']),
        found: z.int().min(0),
        milliseconds: z.number().min(0),
        reason: z.string().max(500).optional(),
      }),
    ),
    /** Which index answered: its generation and the log position it had reached. */
    index: z.strictObject({ generation: z.int().min(0), position: z.int().min(0), model: z.string() }),
    /** Whether the passages were remembered from an equal search; `sources` then tells how that one went. */
    cached: z.boolean().optional(),
    /** How long the search took as a whole. */
    milliseconds: z.number().min(0).optional(),
    /** By which equal questions are counted. */
    counted: countedQuestionSchema.optional(),
    /** Passages in rank order with their scores. */
    found: z.array(
      z.strictObject({ chunkId: z.string(), docKey: z.string(), version: z.int(), score: z.number() }),
    ),
  }),
);

export const queryAnswered = defineEvent(
  'QueryAnswered',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    answer: sensitiveText(),
    citations: sensitive(z.array(citationSchema), []),
    /** What an answer must be read with, e.g. that a component was down. */
    warnings: sensitive(z.array(z.string().max(500)), []),
    /** How it was composed: `extractive` or the name of a language model, with everything needed to repeat it. */
    model: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    prompt: sensitiveText().optional(),
    degraded: z.boolean(),
  }),
);

export const queryFailed = defineEvent(
  'QueryFailed',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    component: z.string().max(64),
    reason: z.string().max(64),
    message: z.string().max(500),
    /** By which equal questions are counted. */
    counted: countedQuestionSchema.optional(),
  }),
);

/** A person judged an answer, or one document or passage of it. Each person has one judgement of an answer. */
export const feedbackGiven = defineEvent(
  'FeedbackGiven',
  z.strictObject({
    queryId: uuidSchema,
    /** The person whose judgement it is: the actor, or the one on whose behalf the actor acts. */
    givenBy: z.string().min(1).max(256),
    kind: z.enum(feedbackKinds),
    docKey: docKeySchema.optional(),
    chunkId: z.string().min(1).max(300).optional(),
    comment: sensitiveText(z.string().min(1).max(2000)).optional(),
    /** The person's judgement until now, which this one takes the place of. */
    replaces: z.strictObject({ kind: z.enum(feedbackKinds), docKey: docKeySchema.optional() }).optional(),
  }),
);

export const queryEvents = [
  queryAsked,
  phiScreened,
  sourcesSearched,
  queryAnswered,
  queryFailed,
  feedbackGiven,
] as const;
export type QueryEvent = EventOf<(typeof queryEvents)[number]>;
