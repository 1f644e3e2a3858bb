import { z } from 'zod';
import { modelUsageSchema } from '../../domain/consultation/model-usage.ts';
import {
  clarificationAnswered,
  clarificationAsked,
  feedbackGiven,
  modelCallEnded,
  modelCalled,
  phiScreened,
  queryAnswered,
  queryAsked,
  queryAwaitsTools,
  queryCancelled,
  queryFailed,
  queryRouted,
  sourcesSearched,
} from '../../domain/consultation/query-events.ts';
import { phiDetectionDisputed, reviewResolved } from '../../domain/consultation/review/review-events.ts';
import { actorSchema } from '../../domain/kernel/actor.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { accessBases } from '../../domain/ownership/access-grounds.ts';
import { toolCallStatuses } from '../../domain/tools/tool-call-state.ts';
import { toolResultSchema } from '../../domain/tools/tool-result.ts';
import { evidenceStates } from '../explain/check-evidence.ts';

const onRecord = {
  position: z.int(),
  at: z.string().meta({ description: 'ISO 8601 UTC.' }),
  milliseconds: z.number().meta({ description: 'Time since the question was asked.' }),
  by: actorSchema,
  erased: z.literal(true).optional().meta({
    description: 'Set if its content has been erased: texts then read `[erased]`, and lists are empty.',
  }),
};

/** As requested: the schemas of questions define their values. */
const asGiven = z.record(z.string(), z.unknown());

const ofQuery = { queryId: true } as const;
const ofConversation = { queryId: true, conversationId: true } as const;

const screened = phiScreened.schema.omit(ofQuery).extend(onRecord);
const routed = queryRouted.schema.omit(ofQuery).extend(onRecord);
const searched = sourcesSearched.schema.omit(ofQuery).extend(onRecord);
const call = modelCalled.schema.omit(ofQuery).extend({
  ...onRecord,
  ended: modelCallEnded.schema.omit(ofQuery).extend(onRecord).nullable(),
});

const round = z.object({
  round: z.int(),
  screened: screened.nullable(),
  routed: routed.nullable(),
  searched: searched.nullable(),
  calls: z.array(call).readonly(),
  waits: z.array(queryAwaitsTools.schema.omit(ofConversation).extend(onRecord)).readonly().meta({
    description: 'Each wait of the question for tools: the tools, and who had them called.',
  }),
  askedBack: clarificationAsked.schema.omit(ofConversation).extend(onRecord).nullable(),
  reply: clarificationAnswered.schema.omit(ofConversation).extend(onRecord).nullable(),
});

const toolCall = z.object({
  toolCallId: uuidSchema,
  tool: z.string(),
  status: z.enum(toolCallStatuses),
  requestedBy: z.string(),
  arguments: asGiven.meta({ description: 'The arguments as sent, or as they would have been sent.' }),
  prompt: z.string().nullable().meta({ description: 'The confirmation prompt; null if there was none.' }),
  redacted: z.boolean().meta({
    description: 'True if something was removed because it may not leave the premises.',
  }),
  phi: z.boolean().meta({ description: 'True if the result contains PHI.' }),
  result: toolResultSchema.nullable().meta({ description: 'Null while it is in progress.' }),
  steps: z.array(z.object({ ...onRecord, what: z.string() })).readonly(),
});

const ending = z.discriminatedUnion('status', [
  queryAnswered.schema.omit(ofConversation).extend({ status: z.literal('answered'), ...onRecord }),
  queryFailed.schema.omit(ofConversation).extend({ status: z.literal('failed'), ...onRecord }),
  queryCancelled.schema.omit(ofConversation).extend({ status: z.literal('cancelled'), ...onRecord }),
]);

const review = z.discriminatedUnion('what', [
  phiDetectionDisputed.schema.omit(ofQuery).extend({ what: z.literal('disputed'), ...onRecord }),
  reviewResolved.schema.omit(ofQuery).extend({ what: z.literal('resolved'), ...onRecord }),
]);

/** The explanation of an answer. */
export const explanationRepresentation = z
  .object({
    queryId: uuidSchema,
    conversationId: uuidSchema.nullable(),
    status: z.enum(['pending', 'clarifying', 'answered', 'failed', 'cancelled']),
    erased: z.boolean().meta({
      description: 'True if content of the question or its answer has been erased and cannot be checked.',
    }),
    asked: queryAsked.schema.omit(ofConversation).extend({ ...onRecord, filters: asGiven }),
    rounds: z.array(round).readonly().meta({
      description: 'One pass through the steps, and a second after a clarifying question was answered.',
    }),
    ending: ending.nullable(),
    toolCalls: z.array(toolCall).readonly().meta({ description: 'The tools called for it.' }),
    usage: modelUsageSchema.nullable(),
    feedback: z.array(feedbackGiven.schema.omit(ofQuery).extend(onRecord)).readonly(),
    reviews: z.array(review).readonly(),
    readings: z
      .array(
        z.object({
          ...onRecord,
          of: z.enum(['answer', 'conversation']),
          basis: z.enum(accessBases).nullable(),
          reason: z.string().nullable(),
        }),
      )
      .readonly()
      .meta({ description: 'Everyone to whom the answer was shown, alone or within its conversation.' }),
    moreReadings: z.boolean().meta({ description: 'True if there were more than are listed.' }),
    unreadableEvents: z
      .int()
      .meta({ description: 'Events of the question that this version of the program cannot read.' }),
    findings: z
      .array(
        z.object({ rule: z.string(), holds: z.boolean().nullable(), positions: z.array(z.int()).readonly() }),
      )
      .readonly()
      .meta({
        description:
          'Rules that the log was checked against, with the events that satisfy or violate them. `holds` is null if what a rule is about has been erased, so that it cannot be checked.',
      }),
    evidence: z
      .array(
        z.object({
          n: z.int(),
          chunkId: z.string(),
          textHash: z.string(),
          state: z.enum(evidenceStates),
          live: z.boolean(),
        }),
      )
      .readonly()
      .nullable()
      .meta({
        description:
          'For each quoted passage, whether its text has changed since, by SHA-256. Null if the index cannot be read, or the citations have been erased.',
      }),
    rerun: z
      .object({
        by: z.enum(['excerpts', 'checks', 'model']),
        answer: z.string(),
        isSame: z.boolean(),
        isUnderstoodAlike: z.boolean(),
        lacking: z.array(z.string()).readonly(),
        foundNow: z.array(z.string()).readonly(),
        notFoundNow: z.array(z.string()).readonly(),
        difference: z
          .array(z.object({ change: z.enum(['kept', 'gone', 'new']), text: z.string() }))
          .readonly(),
      })
      .nullable()
      .meta({
        description:
          'With `rerun`, the answer composed again from the same evidence: the answer now, whether the question is understood as before, which passages are missing, and today’s search results.',
      }),
  })
  .meta({ id: 'Explanation' });
