import { z } from 'zod';
import { answerChecksSchema } from '../../domain/consultation/answer-checks.ts';
import { answerToolCallSchema } from '../../domain/consultation/called-tool.ts';
import { clarificationOptionsSchema } from '../../domain/consultation/clarification/clarification-options.ts';
import { questionIntents } from '../../domain/consultation/intent/question-intent.ts';
import { modelPlaces, modelUsageSchema } from '../../domain/consultation/model-usage.ts';
import { sourceNames } from '../../domain/consultation/sources/source-name.ts';
import { sourceOutcomeSchema } from '../../domain/consultation/sources/source-outcome.ts';
import { indexingStages } from '../../domain/indexing/indexing-events.ts';
import { indexingJobStatuses } from '../../domain/indexing/indexing-job-status.ts';
import { docKeySchema, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { toolCallStatuses } from '../../domain/tools/tool-call-state.ts';
import { citationRepresentation } from '../representations/citation-representation.ts';
import { readingShape } from '../representations/indexing-job-representation.ts';

/** The part of an event open to everyone with the permission: that it happened, not its content. */
export const eventNotification = z
  .object({
    streamId: z.string(),
    revision: z.int(),
    position: z.int(),
    type: z.string(),
    recordedAt: z.string(),
  })
  .meta({
    id: 'EventNotification',
    description: 'Something changed; read the resource for details.',
  });

/** Sent when the log is shorter than what a reader has seen, because it was restored from a backup. */
export const streamReset = z
  .object({ position: z.int().meta({ description: 'The end of the log, from which the stream continues.' }) })
  .meta({
    id: 'StreamReset',
    description: 'Events seen earlier may no longer exist: reload what is shown.',
  });

const at = z.string().meta({ description: 'ISO 8601 UTC.' });

/** The progress of a question. */
export const queryProgress = z
  .discriminatedUnion('stage', [
    z.object({ stage: z.literal('asked'), at }),
    z.object({ stage: z.literal('screened'), at, phiDetected: z.boolean() }),
    z.object({
      stage: z.literal('routed'),
      at,
      round: z.int().meta({ description: '2 once a clarifying question was answered.' }),
      intent: z.enum(questionIntents),
      confidence: z.number(),
      sources: z.array(z.enum(sourceNames)).meta({ description: 'The sources to search.' }),
      routing: z.enum(['hybrid', 'local-only', 'cloud-only']),
      model: z.enum([...modelPlaces, 'none']).meta({ description: 'The model that may answer it.' }),
      because: z.string(),
    }),
    z.object({ stage: z.literal('clarified'), at, option: z.string().optional() }),
    z.object({
      stage: z.literal('searched'),
      at,
      found: z.int(),
      sources: z.array(sourceOutcomeSchema),
      stages: z.array(
        z.object({
          source: z.string(),
          outcome: z.enum(['ok', 'failed', 'timeout']),
          found: z.int(),
          milliseconds: z.number(),
          reason: z.string().optional(),
        }),
      ),
    }),
    z.object({
      stage: z.literal('tools_called'),
      at,
      toolCalls: z
        .array(z.object({ toolCallId: uuidSchema, tool: z.string() }))
        .meta({ description: 'The question waits for them; its time limit is paused.' }),
    }),
    z.object({
      stage: z.literal('model_called'),
      at,
      attempt: z.int().meta({ description: 'Discard the text of earlier attempts.' }),
      model: z.string(),
      where: z.enum(modelPlaces),
    }),
  ])
  .meta({ id: 'QueryProgress' });

/** The meaning of the marks in a draft, before anything is written. */
export const queryEvidence = z
  .object({
    attempt: z.int(),
    citations: z.array(
      z.object({
        n: z.int(),
        source: z.enum([...sourceNames, 'tool']),
        docKey: docKeySchema,
        version: z.int(),
      }),
    ),
  })
  .meta({
    id: 'QueryEvidence',
    description:
      'The sources given to a model, to which [n] in its draft refers; the answer cites those used.',
  });

/** The text that a language model has written so far, as far as it may be shown; the answer replaces it. */
export const queryDraft = z
  .object({
    attempt: z.int().meta({ description: 'Of the model calls of this query, counted from 1.' }),
    from: z.int().meta({
      description:
        'Characters (UTF-16 code units) before this text: cut the shown text of this attempt to that length, then append. 0 starts over.',
    }),
    text: z.string(),
  })
  .meta({
    id: 'QueryDraft',
    description: 'The text so far that may be shown. Not checked as a whole: the answer replaces it.',
  });

/** The answer, whole and with its citations. */
export const queryAnswer = z
  .object({
    queryId: uuidSchema,
    answer: z.string(),
    citations: z.array(citationRepresentation),
    warnings: z.array(z.string()),
    model: z.string(),
    degraded: z.boolean(),
    intent: z.enum(questionIntents).optional(),
    confidence: z.number().optional(),
    checks: answerChecksSchema.optional().meta({
      description: 'The parts struck from a model’s text, and the parts marked.',
    }),
    usage: modelUsageSchema.optional(),
    toolCalls: z.array(answerToolCallSchema).optional().meta({ description: 'The tools called for it.' }),
  })
  .meta({ id: 'QueryAnswer' });

/** The clarification requested; `AnswerClarification` answers it. */
export const queryClarification = z
  .object({
    queryId: uuidSchema,
    question: z.string(),
    options: clarificationOptionsSchema,
    because: z.string(),
  })
  .meta({ id: 'QueryClarification' });

/** The question was cancelled. */
export const queryCancellation = z
  .object({ queryId: uuidSchema, by: z.string() })
  .meta({ id: 'QueryCancellation' });

/** Why there is no answer. */
export const queryFailure = z
  .object({ queryId: uuidSchema, component: z.string(), reason: z.string(), message: z.string() })
  .meta({ id: 'QueryFailure' });

/** The latest step of a tool call; its input and output are read by its id. */
export const toolActivity = z
  .object({
    toolCallId: uuidSchema,
    tool: z.string(),
    status: z.enum(toolCallStatuses),
    at,
    queryId: uuidSchema.optional(),
    sessionId: z.string().optional(),
  })
  .meta({ id: 'ToolActivity' });

/** The state of an indexing job: the data of all its events. */
export const indexingProgressFrame = z
  .object({
    state: z.enum(indexingJobStatuses),
    stage: z
      .enum(indexingStages)
      .nullable()
      .meta({ description: 'The current stage, or the one that failed.' }),
    at,
    retryCount: z.int(),
    pages: z.int().nullable(),
    ...readingShape,
    totalChunks: z.int().nullable(),
    processedChunks: z.int(),
    costUsd: z.number().nullable(),
    reason: z.string().optional().meta({ description: 'Why the job failed.' }),
    message: z.string().optional().meta({ description: 'The same as a sentence.' }),
  })
  .meta({ id: 'IndexingProgress' });
