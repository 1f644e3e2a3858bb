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
    description: 'A question that leans on one before it, with what that was about: as it was searched.',
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
  model: z.enum([...modelPlaces, 'none']).meta({ description: 'Which model may answer it.' }),
  because: z.string(),
  sources: z.array(z.object({ source: z.enum(sourceNames), because: z.string() })).readonly(),
  leftOut: z.array(z.object({ source: z.enum(sourceNames), because: z.string() })).readonly(),
});

const reference = z.object({
  n: z.int().meta({ description: 'The number in the answer, `[n]`, and that of the citation.' }),
  formatted: z.string().meta({ description: 'The reference by the rules of the style, in plain text.' }),
  mark: z.string().meta({
    description:
      'What the style puts into the text in place of `[n]`: `1(p3)` (AMA, raised), `(Doe, 2021, p. 3)` (APA), `(1)` (Vancouver).',
  }),
  pages: z.string().meta({ description: 'The pages as the style writes them; empty where there are none.' }),
  italic: z.string().optional().meta({ description: 'The part of `formatted` that is set in italics.' }),
  url: z.string().optional(),
});

const references = z
  .object({
    style: z.enum(citationStyles),
    display: z.enum(citationDisplays).meta({
      description:
        '`inline`: `mark` in place of each `[n]`, and the list below; `footnote`: `[n]` raised, and the list below; `sidebar`: the list beside the answer, with the excerpts of `citations`.',
    }),
    items: z.array(reference).readonly().meta({ description: 'By number; in APA by the alphabet.' }),
  })
  .meta({
    id: 'References',
    description:
      'The citations as references. What is not known of a source is left out, or said to be unknown as the style says it (`n.d.`).',
  });

/** A question with its answer. */
export const queryRepresentation = z
  .object({
    queryId: uuidSchema,
    conversationId: uuidSchema.nullable(),
    actorId: z.string(),
    status: z.enum(queryStatuses),
    question: z.string(),
    answer: z.string().nullable().meta({ description: 'With [n] where citation n supports it.' }),
    citations: z.array(citationRepresentation).readonly(),
    references,
    preferences: answerPreferencesSchema.nullable().meta({ description: 'How the answer was wanted.' }),
    warnings: z.array(z.string()).readonly().meta({
      description:
        'Contraindications, cautions and limits in the cited documents, each with the marks [n] of its sources.',
    }),
    degraded: z.boolean(),
    model: z.string().nullable(),
    interpretation: interpretation.nullable(),
    phi: z.object({ detected: z.boolean(), kinds: z.array(z.string()).readonly() }).nullable(),
    intent: z.enum(questionIntents).nullable(),
    confidence: z.number().nullable().meta({ description: 'Of the intent, from 0 to 1.' }),
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
        'The tools that were called for it. Until the answer is there, `/api/tool-calls/:id` gives the progress of each.',
    }),
    askedAt: z.string(),
    finishedAt: z.string().nullable(),
    milliseconds: z.int().nullable(),
    error: z.object({ component: z.string(), reason: z.string(), message: z.string() }).nullable(),
    revision: z.int(),
  })
  .meta({ id: 'Query' });
