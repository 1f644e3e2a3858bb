import { z } from 'zod';
import {
  type Evidence,
  evidenceSchema,
  MAX_EVIDENCE_AUTHORS,
  MAX_EVIDENCE_TEXT,
  MAX_EVIDENCE_TITLE,
} from '../../../../domain/consultation/sources/evidence.ts';
import { externalText } from '../../../../domain/consultation/sources/external-text.ts';
import type { ExternalSource } from '../../../../domain/consultation/sources/source-name.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { EvidenceSource } from '../../../../ports/evidence-source.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import { parseJson } from '../../outside/parse-json.ts';
import { askService, type Service, sourceFailure } from '../ask-service.ts';
import { createRateQueue } from '../rate-queue.ts';

type GatewayOptions = {
  readonly name: Extract<ExternalSource, 'uptodate' | 'openevidence'>;
  /** The user-facing name of the source. */
  readonly title: string;
  /** The variable with the API key. */
  readonly keyVariable: string;
  readonly url: URL;
  readonly apiKey: string;
  readonly metrics: Metrics;
};

/** Requests per second; the gateway enforces the licence's limit with status 429. */
const RATE = 10;
const WAITING = 50;
const ANSWER_BYTES = 2 * 1024 * 1024;

const resultSchema = z.object({
  id: z.string().max(100),
  title: z.string(),
  text: z.string(),
  url: z.string().optional(),
  published: z.string().optional(),
  authors: z.array(z.string()).max(1000).optional(),
  doi: z.string().max(200).optional(),
});
const answerSchema = z.object({ results: z.array(z.unknown()).max(1000) });

const evidenceOf = (
  { id, title, text, url, published, authors, doi }: z.output<typeof resultSchema>,
  { name, title: journal }: GatewayOptions,
): readonly Evidence[] => {
  const parsed = evidenceSchema.safeParse({
    source: name,
    id,
    kind: 'reference',
    title: externalText(title, MAX_EVIDENCE_TITLE),
    text: externalText(text, MAX_EVIDENCE_TEXT),
    journal,
    ...omitUndefined({
      // Only https: addresses are safe to show as links.
      url: url !== undefined && /^https:\/\//.test(url) && URL.canParse(url) ? url : undefined,
      published: published?.slice(0, 10),
      doi: doi?.toLowerCase(),
      authors: authors
        ?.slice(0, MAX_EVIDENCE_AUTHORS)
        .map((author) => externalText(author, 200))
        .filter((author) => author !== ''),
    }),
  });
  return parsed.success ? [parsed.data] : [];
};

/**
 * A licensed reference behind the licensee's own gateway. Neither UpToDate nor OpenEvidence has a public API,
 * so the gateway implements a format of this program: it receives `POST {terms, population?, intent, limit}`
 * with the key as a bearer token, and returns `{results: [{id, title, text, url?, published?, authors?,
 * doi?}]}`, best first.
 */
export const createGatewaySource = (options: GatewayOptions): EvidenceSource => {
  const { name, title, keyVariable, url, apiKey, metrics } = options;
  const service: Service = {
    title,
    keyVariable,
    maxBytes: ANSWER_BYTES,
    turn: createRateQueue({ requests: RATE, within: 1000, waiting: WAITING }),
    metrics,
  };
  return {
    name,
    refuses: () => undefined,
    search: async ({ signal, terms, population, intent, limit }) => {
      const text = await askService(service, {
        url,
        apiKey,
        body: { terms, intent, limit, ...omitUndefined({ population }) },
        questions: ['terms'],
        signal,
      });
      const parsed = answerSchema.safeParse(parseJson(text));
      if (!parsed.success)
        throw sourceFailure('external_api_error', `The gateway of ${title} returned an invalid response.`);
      return parsed.data.results
        .flatMap((result) => {
          const read = resultSchema.safeParse(result);
          return read.success ? evidenceOf(read.data, options) : [];
        })
        .slice(0, limit);
    },
  };
};
