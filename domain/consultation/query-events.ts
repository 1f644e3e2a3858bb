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

/** Rounds of a query: a second one once its clarifying question was answered. It is not asked back twice. */
export const MAX_ROUNDS = 2;
/**
 * Calls of one model until it receives the results of its tools, or has answered; counted across crashes: each may have
 * been paid for.
 */
export const MAX_MODEL_CALLS = 2;
const MAX_CALLS = MAX_ROUNDS * (MAX_TOOL_ROUNDS + 1) * modelPlaces.length * MAX_MODEL_CALLS;
/** What a question of 10,000 characters can hold, as a rule; further findings are not listed one by one. */
export const MAX_FINDINGS = 200;
/** Ten of each source. */
const MAX_EVIDENCE = 10 * sourceNames.length;

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
    /** How the answer should look and where it should come from, as far as this question says so itself. */
    preferences: sensitive(answerPreferencesSchema, {}).optional(),
    /** Where alone should be searched. */
    sourcesWanted: z.array(z.enum(sourceNames)).max(sourceNames.length).optional(),
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
    mode: z.enum(['strict', 'lenient', 'off']).optional(),
    /** The highest of a finding, from 0 to 1. */
    confidence: z.number().min(0).max(1).optional(),
    /** Where in the question something was found: UTF-16 offsets, end exclusive. */
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
    /** Detectors that did not answer, for which PHI was assumed. */
    failed: z.array(z.string().max(64)).max(10).optional(),
  }),
);

/**
 * What was decided about a question before anything was searched for it: what it is after, where is searched, and which
 * model may answer it. Questions of before were not routed: they were searched in the knowledge base alone.
 */
export const queryRouted = defineEvent(
  'QueryRouted',
  z.strictObject({
    queryId: uuidSchema,
    /** 1, and 2 once a clarifying question was answered. */
    round: z.int().min(1).max(MAX_ROUNDS),
    intent: z.enum(questionIntents),
    /** Of the intent, from 0 to 1. */
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
    /** The tool that the question explicitly asks for, where rules recognise it: nothing is searched for it. */
    action: z.string().min(1).max(64).optional(),
  }),
);

/** An event of version 1 listed the steps of the search of the knowledge base only, as its sources. */
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
        ...questionReadingShape,
        /** A question that leans on one before, together with what that was about, as it was searched. */
        readAs: z.string().optional(),
        /** It leans, and this is what it could mean; empty where nothing indicates it. Then nothing was answered. */
        couldMean: z.array(z.string()).optional(),
      }),
      { searchedFor: '[erased]', intent: 'general', expansions: [], corrections: [] },
    ),
    /** How the steps of the search of the knowledge base went. */
    stages: z.array(
      z.strictObject({
        source: z.string(),
        outcome: z.enum(['ok', 'failed', 'timeout']),
        found: z.int().min(0),
        milliseconds: z.number().min(0),
        reason: z.string().max(500).optional(),
      }),
    ),
    /** Where was searched, and with what result. */
    sources: z.array(sourceOutcomeSchema).max(2 * sourceNames.length),
    /** What was found outside the knowledge base. */
    evidence: sensitive(z.array(evidenceSchema).max(MAX_EVIDENCE), []).optional(),
    /** Which index answered: its generation and the log position it had reached. */
    index: z.strictObject({ generation: z.int().min(0), position: z.int().min(0), model: z.string() }),
    /** Whether the passages were remembered from an equal search; `stages` then describes that search. */
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
  { schemaVersion: 2, upcasters: { 1: sourcesSearchedFromV1 } },
);

/** The question can be meant in several ways, and the person was asked which. */
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

/** The person said how the question is meant: it is screened, routed and searched again, in these words. */
export const clarificationAnswered = defineEvent(
  'ClarificationAnswered',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    /** The option that was chosen. */
    option: clarificationOptionId.optional(),
    text: sensitiveText(z.string().min(1).max(2000)).optional(),
    readAs: sensitiveText(z.string().min(1).max(13_000)),
  }),
);

/** Calls that one answer of a model may hold; most of them are refused. */
const MAX_TOOL_CALLS_WRITTEN = 16;

/** A call of a tool as a model wrote it. */
const writtenCallSchema = z.strictObject({
  id: z.string().max(64),
  name: z.string().max(64),
  arguments: z.string(),
});

/** A language model is about to be called: this is in the log before it is. */
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
    /** Names of the tools that it may call. */
    tools: z.array(z.string().max(64)).max(100).optional(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** What the numbers in the prompt stand for. */
    /** US dollars that it costs at most; counted until it is known what it did cost. Absent where the price is not known. */
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

/** How a call of a language model ended, with what it said, as it said it. */
export const modelCallEnded = defineEvent(
  'ModelCallEnded',
  z.strictObject({
    queryId: uuidSchema,
    attempt: z.int().min(1).max(MAX_CALLS),
    outcome: z.enum(['completed', 'failed', 'timeout', 'cancelled', 'cut']),
    reason: z.string().max(500).optional(),
    text: sensitiveText().optional(),
    /** The tools that it called in place of an answer. */
    toolCalls: sensitive(z.array(writtenCallSchema).max(MAX_TOOL_CALLS_WRITTEN), []).optional(),
    promptTokens: z.int().min(0).optional(),
    completionTokens: z.int().min(0).optional(),
    costUsd: z.number().min(0).optional(),
    /** From the call to its first words. */
    firstTokenMs: z.number().min(0).optional(),
    milliseconds: z.number().min(0),
  }),
);

/**
 * Tools are called for the question, and it waits for what comes of them: nothing else is done until then, and its time
 * does not change. This is in the log before the first of them is requested.
 */
export const queryAwaitsTools = defineEvent(
  'QueryAwaitsTools',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    /** 1 for the first tools of a round of the query. */
    toolRound: z.int().min(1).max(MAX_TOOL_ROUNDS),
    /** The call of a model that asked for them; absent where rules read them out of the question. */
    attempt: z.int().min(1).max(MAX_CALLS).optional(),
    /** Empty where none of those that were asked for may be called: the model is informed, and goes on. */
    toolCallIds: z.array(uuidSchema).max(MAX_TOOL_CALLS),
    calls: sensitive(z.array(roundToolCallSchema).max(MAX_TOOL_CALLS), []),
    /** What is left of the time of the round. */
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
    /** What an answer must be read with, e.g. that a component was down. */
    warnings: sensitive(z.array(z.string().max(500)), []),
    /** How it was composed: `extractive` or the name of a language model, with everything needed to repeat it. */
    model: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    prompt: sensitiveText().optional(),
    degraded: z.boolean(),
    /** What was struck from the words of a model, and what was marked. */
    checks: sensitive(answerChecksSchema, noChecks).optional(),
    /** Of all its model calls. */
    usage: modelUsageSchema.optional(),
    intent: z.enum(questionIntents).optional(),
    /** Of the intent, from 0 to 1. */
    confidence: z.number().min(0).max(1).optional(),
    /** How many sentences of a model were struck for want of support: from how many on it is reviewed, also once erased. */
    sentencesStruck: z.int().min(0).max(10_000).optional(),
    /** The tools that were called for it. */
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
    /** By which equal questions are counted. */
    counted: countedQuestionSchema.optional(),
  }),
);

/** Somebody who may did not want the answer any more. */
export const queryCancelled = defineEvent(
  'QueryCancelled',
  z.strictObject({
    queryId: uuidSchema,
    conversationId: uuidSchema.optional(),
    /** The person, or the one on whose behalf the actor acts. */
    by: z.string().min(1).max(256),
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
