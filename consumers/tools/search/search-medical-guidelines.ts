import { z } from 'zod';
import { externalText } from '../../../domain/consultation/sources/external-text.ts';
import { inHouseSourceTypes } from '../../../domain/consultation/sources/source-name.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { groupByDocument } from '../../../domain/retrieval/ranking/group-by-document.ts';
import { conditionsOf, isAboutCondition } from '../../../domain/tools/search/document-conditions.ts';
import { issuedBy, issuerOf } from '../../../domain/tools/search/guideline-sources.ts';
import type { DocumentFinder } from '../../../ports/document-finder.ts';
import type { KnowledgeSearch, SearchResult } from '../../../ports/knowledge-search.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { untilAborted } from '../../../ports/until-aborted.ts';
import { defineTool } from '../define-tool.ts';
import { maxResultsArgument, queryArgument, searchTerms } from './search-terms.ts';

type GuidelineServices = {
  readonly search: KnowledgeSearch['search'];
  readonly findDocuments: DocumentFinder;
  readonly phiDetector: Pick<PhiDetector, 'screen'>;
};

/** Characters of a question, which is not sent anywhere. */
const MAX_QUESTION = 1000;
const MAX_SUMMARY = 1000;
/** Passages searched per requested document, and the most in all. */
const PASSAGES_PER_DOCUMENT = 5;
const MOST_PASSAGES = 100;
const sourceTypes = inHouseSourceTypes.guidelines ?? [];

const resultSchema = z.strictObject({
  guidelines: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      source: z.string(),
      condition: z.string(),
      summary: z.string(),
      url: z.string(),
      publication_date: z.string(),
      last_updated: z.string(),
    }),
  ),
  total_count: z.int().min(0),
  query: z.string(),
});

const urlOf = ({ docKey, url, doi }: Passage): string => {
  if (url !== undefined) return url;
  // Without a DOI the link leads to this server.
  return doi === undefined || !/^10\./.test(doi) ? `/api/documents/${docKey}` : `https://doi.org/${doi}`;
};

/** Only the year when nothing more precise is known. */
const publishedOf = ({ publicationYear, effectiveDate }: Passage): string =>
  publicationYear === undefined ? (effectiveDate ?? '') : String(publicationYear);

const guidelineOf = ({ passage }: SearchResult) => ({
  id: passage.docKey,
  title: passage.title,
  source: issuerOf(passage),
  condition: conditionsOf(passage).join(', '),
  summary: externalText(passage.text, MAX_SUMMARY),
  url: urlOf(passage),
  publication_date: publishedOf(passage),
  last_updated: passage.lastUpdated ?? passage.effectiveDate ?? '',
});

/** Searches the guidelines, protocols and policies, for everyone who may search the knowledge base. */
export const searchMedicalGuidelines = (services: GuidelineServices): RegisteredTool =>
  defineTool({
    name: 'search_medical_guidelines',
    category: 'medical',
    description:
      'Searches the guidelines, protocols and policies of this hospital, best match first. Returns the issuer, subject, date and best matching passage of each.',
    arguments: z.strictObject({
      query: queryArgument('What to search for', MAX_QUESTION),
      guideline_source: z
        .string()
        .trim()
        .min(2)
        .max(200)
        .optional()
        .describe('Only guidelines of this issuer, by abbreviation or name, e.g. "cdc", "who", "acc", "aha"'),
      condition: z
        .string()
        .trim()
        .min(2)
        .max(200)
        .optional()
        .describe('Only guidelines about this condition, e.g. "diabetes"'),
      max_results: maxResultsArgument(10, 25),
    }),
    result: resultSchema,
    ...searchTerms,
    sends: 'nothing',
    citations: ({ guidelines }) =>
      guidelines.map(({ id, title, source, condition, summary, url, ...dates }) => ({
        text: summary,
        sourceType: 'knowledge_base',
        sourceTitle: title,
        sourceUrl: url,
        metadata: {
          doc_key: id,
          source,
          condition,
          publication_date: dates.publication_date,
          last_updated: dates.last_updated,
        },
      })),
    handler: async (args, { user, signal, phi: markPhi }) => {
      const { query, guideline_source: source, condition, max_results: limit } = args;
      const isOfSource = source === undefined ? () => true : issuedBy(source);
      const isAboutIt = condition === undefined ? () => true : isAboutCondition(condition);
      const docKey =
        source === undefined && condition === undefined
          ? undefined
          : await untilAborted(
              services.findDocuments(
                (document) =>
                  sourceTypes.includes(document.sourceType) && isOfSource(document) && isAboutIt(document),
              ),
              signal,
            );
      if (docKey?.length === 0) return { guidelines: [], total_count: 0, query };
      const { detected } = await services.phiDetector.screen(query, { signal });
      const { results } = await untilAborted(
        services.search({
          query,
          filters: {
            sourceType: [...sourceTypes],
            ...(docKey === undefined ? {} : { docKey: [...docKey] }),
          },
          limit: Math.min(MOST_PASSAGES, limit * PASSAGES_PER_DOCUMENT),
          phi: detected,
          askedBy: user,
        }),
        signal,
      );
      const found = groupByDocument(results);
      const shown = found.slice(0, limit).map(({ best }) => best);
      if (detected || shown.some(({ passage }) => passage.phi)) markPhi();
      return { guidelines: shown.map(guidelineOf), total_count: found.length, query };
    },
  });
