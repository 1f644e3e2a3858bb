import { z } from 'zod';
import { answerChecksSchema } from '../../domain/consultation/answer-checks.ts';
import {
  answerPreferencesSchema,
  citationDisplays,
  citationStyles,
} from '../../domain/consultation/answer-preferences.ts';
import { answerToolCallSchema } from '../../domain/consultation/called-tool.ts';
import { clarificationOptionsSchema } from '../../domain/consultation/clarification/clarification-options.ts';
import { questionIntents } from '../../domain/consultation/intent/question-intent.ts';
import { modelPlaces, modelUsageSchema } from '../../domain/consultation/model-usage.ts';
import { questionReadingShape } from '../../domain/consultation/question-reading.ts';
import { sourceNames } from '../../domain/consultation/sources/source-name.ts';
import { sourceOutcomeSchema } from '../../domain/consultation/sources/source-outcome.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { queryStatuses } from '../../projections/queries/entity.ts';
import { citationRepresentation } from './citation-representation.ts';

const interpretation = z.object({
  searchedFor: z.string(),
  intent: z.string(),
  expansions: z.array(z.string()),
  corrections: z.array(z.string()),
  ...questionReadingShape,
  readAs: z.string().optional().meta({
    description:
      'The wording that was searched, for a question that depends on an earlier one: it includes the earlier topic.',
  }),
  couldMean: z.array(z.string()).optional().meta({
    description: 'Present when the question’s reference is ambiguous: its possible meanings, if known.',
  }),
});

const stage = z.object({
  source: z.string(),
  outcome: z.enum(['ok', 'failed', 'timeout']),
  found: z.int(),
  milliseconds: z.number(),
  reason: z.string().optional(),
});

const route = z.object({
  routing: z.enum(['hybrid', 'local-only', 'cloud-only']),
  model: z.enum([...modelPlaces, 'none']).meta({ description: 'The model that may answer it.' }),
  because: z.string(),
  sources: z.array(z.object({ source: z.enum(sourceNames), because: z.string() })).readonly(),
  leftOut: z.array(z.object({ source: z.enum(sourceNames), because: z.string() })).readonly(),
});

const reference = z.object({
  n: z.int().meta({ description: 'The number `[n]` in the answer and of the citation.' }),
  formatted: z.string().meta({ description: 'The reference in the chosen style, in plain text.' }),
  mark: z.string().meta({
    description:
      "The style's mark in the text instead of `[n]`: `1(p3)` (AMA, raised), `(Doe, 2021, p. 3)` (APA), `(1)` (Vancouver).",
  }),
  pages: z.string().meta({ description: 'The pages in the format of the style; empty if there are none.' }),
  italic: z.string().optional().meta({ description: 'The part of `formatted` to set in italics.' }),
  url: z.string().optional(),
});

const references = z
  .object({
    style: z.enum(citationStyles),
    display: z.enum(citationDisplays).meta({
      description:
        '`inline`: `mark` instead of each `[n]`, list below the answer; `footnote`: `[n]` raised, list below the answer; `sidebar`: list beside the answer, with the excerpts of `citations`.',
    }),
    items: z.array(reference).readonly().meta({ description: 'In order of number; in APA alphabetical.' }),
  })
  .meta({
    id: 'References',
    description:
      'The citations as references. Unknown facts of a source are omitted, or marked as the style requires (`n.d.`).',
  });

/** A question with its answer. */
export const queryRepresentation = z
  .object({
    queryId: uuidSchema,
    conversationId: uuidSchema.nullable(),
    actorId: z.string(),
    status: z.enum(queryStatuses),
    question: z.string(),
    answer: z.string().nullable().meta({ description: 'With [n] after text that citation n supports.' }),
    citations: z.array(citationRepresentation).readonly(),
    references,
    preferences: answerPreferencesSchema.nullable().meta({ description: 'The preferences for the answer.' }),
    warnings: z.array(z.string()).readonly().meta({
      description:
        'Contraindications, cautions and limits in the cited documents, each with the marks [n] of its sources.',
    }),
    degraded: z.boolean(),
    model: z.string().nullable(),
    interpretation: interpretation.nullable(),
    phi: z.object({ detected: z.boolean(), kinds: z.array(z.string()).readonly() }).nullable(),
    intent: z.enum(questionIntents).nullable(),
    confidence: z.number().nullable().meta({ description: 'Confidence of the intent, from 0 to 1.' }),
    route: route.nullable(),
    sources: z.array(sourceOutcomeSchema).readonly(),
    stages: z.array(stage).readonly().meta({ description: 'The steps of the search of the knowledge base.' }),
    clarification: z
      .object({ question: z.string(), options: clarificationOptionsSchema.readonly() })
      .nullable()
      .meta({
        description: 'The clarification requested from the person; answered by `AnswerClarification`.',
      }),
    checks: answerChecksSchema.nullable(),
    usage: modelUsageSchema.nullable(),
    toolCalls: z.array(answerToolCallSchema).readonly().meta({
      description:
        'The tools called for it. Until it is answered, `/api/tool-calls/:id` returns the progress of each.',
    }),
    askedAt: z.string(),
    finishedAt: z.string().nullable(),
    milliseconds: z.int().nullable(),
    error: z.object({ component: z.string(), reason: z.string(), message: z.string() }).nullable(),
    revision: z.int(),
  })
  .meta({ id: 'Query' });
