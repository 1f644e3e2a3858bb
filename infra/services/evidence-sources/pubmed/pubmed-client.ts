import { z } from 'zod';
import type { Failure } from '../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import type { SharedRate } from '../../../cluster/rate-limiter/shared-rate.ts';
import { parseJson } from '../../outside/parse-json.ts';
import { askService, type Service, sourceFailure } from '../ask-service.ts';
import { createRateQueue } from '../rate-queue.ts';

type PubmedOptions = {
  /** The base URL of `esearch.fcgi` and `efetch.fcgi`, ending in a slash. */
  readonly url: URL;
  readonly apiKey?: string | undefined;
  /** The contact that NCBI warns before it blocks a program. */
  readonly email?: string | undefined;
  readonly metrics: Metrics;
  /** The rate limit shared by all nodes. */
  readonly together?: SharedRate | undefined;
};

type PubmedSearch = {
  /** A query in PubMed's syntax. */
  readonly term: string;
  readonly limit: number;
  /** Days of publication, `YYYY/MM/DD`, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly signal: AbortSignal;
};

/**
 * NCBI's E-utilities within the rate limit for one program, shared by all its callers. Rejects with a
 * Failure; see `EvidenceSource`.
 */
export type PubmedClient = {
  /** ESearch: returns ids, most relevant first, and the total number of matches. */
  readonly search: (
    request: PubmedSearch,
  ) => Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** EFetch: returns the records with the ids as XML, in any order. */
  readonly fetchXml: (ids: readonly string[], signal: AbortSignal) => Promise<string>;
};

/** This program's name for NCBI. */
const TOOL = 'anamnesis';
/**
 * Requests per second: NCBI allows 3, and 10 with a key (A General Introduction to the E-utilities,
 * NBK25497).
 */
const RATE = 3;
const RATE_WITH_KEY = 10;
/** A second plus a margin: requests sent at intervals may arrive closer together. */
const WITHIN = 1100;
/** Queue limit in seconds: the requests that leave within the five seconds that a caller waits. */
const SECONDS_WAITED = 5;
/**
 * Ten records take about 150 kB with all their references and subject headings; at most fifty are requested.
 */
const ANSWER_BYTES = 4 * 1024 * 1024;
const TITLE = 'PubMed';
/** Before and after everything in PubMed, for open ranges: ESearch requires both ends or none. */
const FIRST_DAY = '1500/01/01';
const LAST_DAY = '3000/12/31';

/** PMIDs have eight digits today. */
const foundSchema = z.object({
  esearchresult: z.object({
    idlist: z.array(z.string().regex(/^\d{1,9}$/)).max(1000),
    count: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
    ERROR: z.string().optional(),
  }),
});

/** Creates the failure for an unusable response of PubMed. */
export const unusableAnswer = (what: string): Failure =>
  sourceFailure('external_api_error', `${TITLE} returned an unusable response: ${what}.`);

/** Creates a client. It calls both utilities by POST, so that no query appears in a URL. */
export const createPubmedClient = (options: PubmedOptions): PubmedClient => {
  const { url, apiKey, email, metrics, together } = options;
  const rate = apiKey === undefined ? RATE : RATE_WITH_KEY;
  const service: Service = {
    title: TITLE,
    keyVariable: 'PUBMED_API_KEY',
    maxBytes: ANSWER_BYTES,
    turn: createRateQueue({ requests: rate, within: WITHIN, waiting: rate * SECONDS_WAITED, together }),
    metrics,
  };
  const credentials = { tool: TOOL, ...omitUndefined({ api_key: apiKey, email }) };

  return {
    search: async ({ term, limit, from, to, signal }) => {
      const span =
        from === undefined && to === undefined
          ? {}
          : { datetype: 'pdat', mindate: from ?? FIRST_DAY, maxdate: to ?? LAST_DAY };
      const text = await askService(service, {
        url: new URL('esearch.fcgi', url),
        as: 'form',
        body: { db: 'pubmed', term, retmax: limit, retmode: 'json', sort: 'relevance', ...span },
        questions: ['term'],
        unscreened: credentials,
        signal,
      });
      const parsed = foundSchema.safeParse(parseJson(text));
      if (!parsed.success) throw unusableAnswer('not an ESearch response');
      const { idlist, count, ERROR } = parsed.data.esearchresult;
      // NCBI sometimes reports failed searches with status 200.
      if (ERROR !== undefined) throw sourceFailure('unavailable', `${TITLE} could not search at the moment.`);
      return { ids: idlist.slice(0, limit), total: Math.max(Number(count ?? 0), idlist.length) };
    },
    fetchXml: (ids, signal) =>
      askService(service, {
        url: new URL('efetch.fcgi', url),
        as: 'form',
        body: { db: 'pubmed', retmode: 'xml' },
        questions: [],
        // Only numbers that PubMed returned.
        unscreened: { ...credentials, id: ids.join(',') },
        signal,
      }),
  };
};
