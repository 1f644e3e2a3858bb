import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';
import { isRecord } from '../kernel/is-record.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { searchFiltersSchema } from '../retrieval/search-filters.ts';
import { answerChecksSchema, noChecks } from './answer-checks.ts';
import { answerPreferencesSchema } from './answer-preferences.ts';
import { answerToolCallSchema, MAX_TOOL_CALLS, MAX_TOOL_ROUNDS, roundToolCallSchema } from './called-tool.ts';
import { citationSchema } from './citation.ts';
import { clarificationOptionId, clarificationOptionsSchema } from './clarification/clarification-options.ts';
import { clinicalContextSchema } from './clinical-context.ts';
import { countedQuestionSchema } from './counted-question.ts';
import { feedbackKinds } from './feedback-kind.ts';
import { questionIntents } from './intent/question-intent.ts';
import { modelPlaces, modelUsageSchema } from './model-usage.ts';
import { questionReadingShape } from './question-reading.ts';
import { reviewEvents } from './review/review-events.ts';
import { evidenceSchema } from './sources/evidence.ts';
import { sourceNames } from './sources/source-name.ts';
import { sourceOutcomeSchema } from './sources/source-outcome.ts';

/** Rounds of a query: the second follows the answer to its one clarifying question. */
export const MAX_ROUNDS = 2;
/**
 * Calls of one model until it answers or gets its tool results. Calls before a crash count, since each may have been
 * charged.
 */
export const MAX_MODEL_CALLS = 2;
const MAX_CALLS = MAX_ROUNDS * (MAX_TOOL_ROUNDS + 1) * modelPlaces.length * MAX_MODEL_CALLS;
/** More than a question of 10,000 characters normally contains; further findings are not listed individually. */
export const MAX_FINDINGS = 200;
/** Ten of each source. */
const MAX_EVIDENCE = 10 * sourceNames.length;

/** A person asked a question. The clinical context at that moment is part of it. */
export const queryAsked = defineEvent(
  'QueryAsked',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    question: sensitiveText(z.string().min(1).max(10_000)),
    clinicalContext: sensitive(clinicalContextSchema, {}).optional(),
    /** The conversation's last questions at that moment, oldest first; this one may refer to them. */
    questionsBefore: sensitive(z.array(z.string().max(1000)).max(5), []).optional(),
    filters: sensitive(searchFiltersSchema, {}),
    /** Maximum number of passages to cite. */
    limit: z.int().min(1).max(50),
    /** Preferences given with this question. */
    preferences: sensitive(answerPreferencesSchema, {}).optional(),
    /** The only sources to search, if given. */
    sourcesWanted: z.array(z.enum(sourceNames)).max(sourceNames.length).optional(),
  }),
);

/** The question was screened for PHI before any other processing. */
export const phiScreened = defineEvent(
  'PhiScreened',
  z.strictObject({
    queryId: uuidSchema,
    detected: z.boolean(),
    /** Kinds of PHI found, such as `name` or `mrn`; never the text itself. */
    kinds: z.array(z.string().max(64)).max(50),
    detector: z.string().max(64),
    mode: z.enum(['strict', 'lenient', 'off']).optional(),
    /** The highest confidence of any finding, from 0 to 1. */
    confidence: z.number().min(0).max(1).optional(),
    /** Positions of the findings: UTF-16 offsets, end exclusive. */
    findings: z
      .array(
        z.strictObject({
          kind: z.string().max(64),
          start: z.int().min(0),
          end: z.int().min(0),
          confidence: z.number().min(0).max(1),
        }),
      )
      .max(MAX_FINDINGS)
      .optional(),
    /** Detectors that did not answer; PHI was assumed for them. */
    failed: z.array(z.string().max(64)).max(10).optional(),
  }),
);

/**
 * The question was routed before any search: its intent, the sources to search and the model that may answer it.
 * Older questions were not routed; they only searched the knowledge base.
 */
export const queryRouted = defineEvent(
  'QueryRouted',
  z.strictObject({
    queryId: uuidSchema,
    /** 1, or 2 after the answer to a clarifying question. */
    round: z.int().min(1).max(MAX_ROUNDS),
    intent: z.enum(questionIntents),
    /** The confidence of the intent, from 0 to 1. */
    confidence: z.number().min(0).max(1),
    classifiedBy: z.string().max(64),
    sources: z
      .array(
        z.strictObject({
          source: z.enum(sourceNames),
          because: z.enum(['wanted', 'preferred', 'matrix', 'fallback']),
        }),
      )
      .max(sourceNames.length),
    leftOut: z
      .array(
        z.strictObject({
          source: z.enum(sourceNames),
          because: z.enum(['excluded', 'disabled', 'not_configured', 'not_wanted']),
        }),
      )
      .max(sourceNames.length),
    routing: z.enum(['hybrid', 'local-only', 'cloud-only']),
    model: z.enum([...modelPlaces, 'none']),
    because: z.string().max(300),
    /** The tool that the question explicitly asks for, if rules recognize it; nothing is searched then. */
    action: z.string().min(1).max(64).optional(),
  }),
);

/** In version 1, `sources` held only the steps of the knowledge base search. */
const sourcesSearchedFromV1 = (data: unknown): unknown => {
  if (!isRecord(data)) return data;
  const { sources: stages, ...others } = data;
  const { found, milliseconds, cached } = others;
  const searched = {
    source: 'knowledge_base',
    outcome: 'ok',
    found: Array.isArray(found) ? found.length : 0,
    milliseconds: typeof milliseconds === 'number' ? milliseconds : 0,
    cached: cached === true,
    redacted: false,
  };
  return { ...others, stages, sources: [searched] };
};

/** The sources were searched: how the question was understood, which sources, and the results. */
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
        ...questionReadingShape,
        /** For a follow-up, the question with its missing context added, as it was searched. */
        readAs: z.string().optional(),
        /** For an unclear follow-up, its possible meanings; empty if nothing suggests any. It was not answered. */
        couldMean: z.array(z.string()).optional(),
      }),
      { searchedFor: '[erased]', intent: 'general', expansions: [], corrections: [] },
    ),
    /** The outcome of each step of the knowledge base search. */
    stages: z.array(
      z.strictObject({
        source: z.string(),
        outcome: z.enum(['ok', 'failed', 'timeout']),
        found: z.int().min(0),
        milliseconds: z.number().min(0),
        reason: z.string().max(500).optional(),
      }),
    ),
    /** The sources searched, with their outcomes. */
    sources: z.array(sourceOutcomeSchema).max(2 * sourceNames.length),
    /** Evidence from outside the knowledge base. */
    evidence: sensitive(z.array(evidenceSchema).max(MAX_EVIDENCE), []).optional(),
    /** The index that answered: its generation and the log position it had reached. */
    index: z.strictObject({ generation: z.int().min(0), position: z.int().min(0), model: z.string() }),
    /** Whether the passages came from the cache; `stages` then describes the original search. */
    cached: z.boolean().optional(),
    /** Duration of the whole search. */
    milliseconds: z.number().min(0).optional(),
    /** Identifies equal questions in statistics. */
    counted: countedQuestionSchema.optional(),
    /** Passages in rank order with their scores. */
    found: z.array(
      z.strictObject({ chunkId: z.string(), docKey: z.string(), version: z.int(), score: z.number() }),
    ),
  }),
  { schemaVersion: 2, upcasters: { 1: sourcesSearchedFromV1 } },
);

/** The question is ambiguous, and the person was asked what it means. */
export const clarificationAsked = defineEvent(
  'ClarificationAsked',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    question: sensitiveText(z.string().min(1).max(1000)),
    options: sensitive(clarificationOptionsSchema, []),
    because: z.enum(['ambiguous_term', 'unclear_follow_up', 'nothing_found', 'details_missing']),
  }),
);

/** The person clarified the question; it is screened, routed and searched again in these words. */
export const clarificationAnswered = defineEvent(
  'ClarificationAnswered',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    /** The chosen option. */
    option: clarificationOptionId.optional(),
    text: sensitiveText(z.string().min(1).max(2000)).optional(),
    readAs: sensitiveText(z.string().min(1).max(13_000)),
  }),
);

/** Limit of the calls in one model response; most of them would be refused. */
const MAX_TOOL_CALLS_WRITTEN = 16;

/** A tool call as the model wrote it. */
const writtenCallSchema = z.strictObject({
  id: z.string().max(64),
  name: z.string().max(64),
  arguments: z.string(),
});

/** A language model is about to be called; recorded before the call. */
export const modelCalled = defineEvent(
  'ModelCalled',
  z.strictObject({
    queryId: uuidSchema,
    /** 1 for the first call of the query. */
    attempt: z.int().min(1).max(MAX_CALLS),
    model: z.string().max(200),
    where: z.enum(modelPlaces),
    prompt: sensitive(
      z
        .array(
          z.strictObject({
            role: z.enum(['system', 'user', 'assistant', 'tool']),
            content: z.string(),
            toolCalls: z.array(writtenCallSchema).max(MAX_TOOL_CALLS_WRITTEN).optional(),
            toolCallId: z.string().max(64).optional(),
          }),
        )
        .max(100),
      [],
    ),
    /** Names of the tools offered to the model. */
    tools: z.array(z.string().max(64)).max(100).optional(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** The sources behind the numbers in the prompt. */
    /** Maximum cost in US dollars, reserved until the actual cost is known. Absent if the price is unknown. */
    mostUsd: z.number().min(0).optional(),
    evidence: z
      .array(
        z.strictObject({
          n: z.int().min(1),
          source: z.enum([...sourceNames, 'tool']),
          docKey: docKeySchema,
          version: z.int().min(1),
        }),
      )
      .max(100),
  }),
);

/** A call of a language model ended, with its response verbatim. */
export const modelCallEnded = defineEvent(
  'ModelCallEnded',
  z.strictObject({
    queryId: uuidSchema,
    attempt: z.int().min(1).max(MAX_CALLS),
    outcome: z.enum(['completed', 'failed', 'timeout', 'cancelled', 'cut']),
    reason: z.string().max(500).optional(),
    text: sensitiveText().optional(),
    /** The tools that it called instead of answering. */
    toolCalls: sensitive(z.array(writtenCallSchema).max(MAX_TOOL_CALLS_WRITTEN), []).optional(),
    promptTokens: z.int().min(0).optional(),
    completionTokens: z.int().min(0).optional(),
    costUsd: z.number().min(0).optional(),
    /** Time to the first token. */
    firstTokenMs: z.number().min(0).optional(),
    milliseconds: z.number().min(0),
  }),
);

/**
 * The question waits for tool calls: nothing else happens until then, and its time limit is paused. Recorded before
 * the first tool is requested.
 */
export const queryAwaitsTools = defineEvent(
  'QueryAwaitsTools',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    /** 1 for the first tool calls in a round of the query. */
    toolRound: z.int().min(1).max(MAX_TOOL_ROUNDS),
    /** The model call that requested the tools; absent if rules found them in the question. */
    attempt: z.int().min(1).max(MAX_CALLS).optional(),
    /** Empty if none of the requested tools may be called: the model is informed and continues. */
    toolCallIds: z.array(uuidSchema).max(MAX_TOOL_CALLS),
    calls: sensitive(z.array(roundToolCallSchema).max(MAX_TOOL_CALLS), []),
    /** The remaining time of the round. */
    timeLeftMs: z.int(),
  }),
);

export const queryAnswered = defineEvent(
  'QueryAnswered',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    answer: sensitiveText(),
    citations: sensitive(z.array(citationSchema), []),
    /** Warnings to show with the answer, e.g. that a component was down. */
    warnings: sensitive(z.array(z.string().max(500)), []),
    /** How it was composed: `extractive` or the model's name, with everything needed to reproduce it. */
    model: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    prompt: sensitiveText().optional(),
    degraded: z.boolean(),
    /** The sentences of a model that were removed, and those that were marked. */
    checks: sensitive(answerChecksSchema, noChecks).optional(),
    /** Total usage of the query's model calls. */
    usage: modelUsageSchema.optional(),
    intent: z.enum(questionIntents).optional(),
    /** The confidence of the intent, from 0 to 1. */
    confidence: z.number().min(0).max(1).optional(),
    /**
     * The number of a model's sentences removed as unsupported; decides whether a review is due, even after erasure.
     */
    sentencesStruck: z.int().min(0).max(10_000).optional(),
    /** The tool calls of the query. */
    toolCalls: z
      .array(answerToolCallSchema)
      .max(MAX_ROUNDS * MAX_TOOL_CALLS)
      .optional(),
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
    /** Identifies equal questions in statistics. */
    counted: countedQuestionSchema.optional(),
  }),
);

/** A person with the right to do so cancelled the query. */
export const queryCancelled = defineEvent(
  'QueryCancelled',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    /** The person, or the one on whose behalf the actor acts. */
    by: z.string().min(1).max(256),
  }),
);

/** A person judged an answer, or one document or passage of it. Each person has one judgement per answer. */
export const feedbackGiven = defineEvent(
  'FeedbackGiven',
  z.strictObject({
    queryId: uuidSchema,
    /** The person who judged: the actor, or the person on whose behalf the actor acts. */
    givenBy: z.string().min(1).max(256),
    kind: z.enum(feedbackKinds),
    docKey: docKeySchema.optional(),
    chunkId: z.string().min(1).max(300).optional(),
    comment: sensitiveText(z.string().min(1).max(2000)).optional(),
    /** The person's earlier judgement, which this one replaces. */
    replaces: z.strictObject({ kind: z.enum(feedbackKinds), docKey: docKeySchema.optional() }).optional(),
  }),
);

export const queryEvents = [
  queryAsked,
  phiScreened,
  queryRouted,
  sourcesSearched,
  clarificationAsked,
  clarificationAnswered,
  modelCalled,
  modelCallEnded,
  queryAwaitsTools,
  queryAnswered,
  queryFailed,
  queryCancelled,
  feedbackGiven,
  ...reviewEvents,
] as const;
export type QueryEvent = EventOf<(typeof queryEvents)[number]>;
