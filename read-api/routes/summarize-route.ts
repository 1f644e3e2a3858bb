import { z } from 'zod';
import { MAX_SUMMARIZED, summarizeText } from '../../domain/consultation/summarize-text.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { withKnownNames } from '../request/rename-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const summaryRepresentation = z
  .object({
    found: z.boolean().meta({ description: 'True if anything in the text answers the query.' }),
    summary: z.string().meta({ description: 'The complete summary as one text.' }),
    excerpts: z
      .array(z.object({ section: z.string(), text: z.string(), notes: z.array(z.string()).readonly() }))
      .readonly()
      .meta({ description: 'The quotations, word for word, each under its heading.' }),
    warnings: z.array(z.string()).readonly().meta({
      description: 'Statements of the text against the requested or quoted drugs.',
    }),
  })
  .meta({ id: 'TextSummary' });

/**
 * Extracts the relevant lines of a text. Nothing is stored, counted by its words or logged: the text may be about a
 * patient.
 */
export const summarizeRoute = (services: Pick<HttpApiServices, 'commandServices'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/search/summarize',
    access: 'search:run',
    tag: 'Search',
    operationId: 'summarize',
    summary:
      'The few lines of a text that answer a query, word for word. Neither text nor query is stored or sent to a model.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: z.strictObject({
      query: z.string().max(1000).refine(hasWord, 'must contain a word or a number to look for'),
      content: z.string().max(MAX_SUMMARIZED).refine(hasWord, 'must contain text'),
      protocolTitle: z.string().trim().min(1).max(500).optional(),
    }),
    respell: (body) => (isRecord(body) ? withKnownNames(body, ['protocolTitle']) : body),
    response: summaryRepresentation,
    handle: async ({ body: { query, content, protocolTitle = 'Text' } }) =>
      answerData(
        summarizeText(
          { query, content, title: protocolTitle },
          services.commandServices.documentNames.dictionary,
        ),
      ),
  });
