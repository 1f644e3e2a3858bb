import { z } from 'zod';
import type { Failure } from '../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import type { SharedRate } from '../../../cluster/rate-limiter/shared-rate.ts';
import { parseJson } from '../../outside/parse-json.ts';
import { askService, type Service, sourceFailure } from '../ask-service.ts';
import { createRateQueue } from '../rate-queue.ts';

type PubmedOptions = {
  /** Where `esearch.fcgi` and `efetch.fcgi` are, with a slash at the end. */
  readonly url: URL;
  readonly apiKey?: string | undefined;
  /** Whom NCBI writes to before it locks a program out. */
  readonly email?: string | undefined;
  readonly metrics: Metrics;
  /** The rate that is allowed, among all nodes. */
  readonly together?: SharedRate | undefined;
};

type PubmedSearch = {
  /** In PubMed's language. */
  readonly term: string;
  readonly limit: number;
  /** Days of publication, `YYYY/MM/DD`; both ends belong to it. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly signal: AbortSignal;
};

/**
 * The E-utilities of NCBI within the rate that it allows a program, however many parts of the program ask. Rejects with
 * a Failure: see `EvidenceSource`.
 */
export type PubmedClient = {
  /** ESearch: the identifiers, most relevant first, and how many there are in all. */
  readonly search: (
    request: PubmedSearch,
  ) => Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** EFetch: the records of identifiers as XML, in any order. */
  readonly fetchXml: (ids: readonly string[], signal: AbortSignal) => Promise<string>;
};

/** The name of this program for NCBI. */
const TOOL = 'anamnesis';
/** Requests a second: NCBI allows 3, and 10 with a key (A General Introduction to the E-utilities, NBK25497). */
const RATE = 3;
const RATE_WITH_KEY = 10;
/** A second, and a little for the way: what leaves spread out may arrive closer together. */
const WITHIN = 1100;
/** Most requests that wait: as many as leave within the five seconds that a caller waits. */
const SECONDS_WAITED = 5;
/** Ten records take about 150 kB, with all their references and subject headings; fifty are the most. */
const ANSWER_BYTES = 4 * 1024 * 1024;
const TITLE = 'PubMed';
/** Before and after everything that PubMed has, for a span that is open: ESearch takes both ends or none. */
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

/** An answer of PubMed that cannot be used. */
export const unusableAnswer = (what: string): Failure =>
  sourceFailure('external_api_error', `${TITLE} gave an answer that cannot be used: ${what}.`);

/** Both utilities are called by POST, so that no question appears in an address. */
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
      if (!parsed.success) throw unusableAnswer('not the form of an answer of ESearch');
      const { idlist, count, ERROR } = parsed.data.esearchresult;
      // Its own searches fail behind a 200 at times.
      if (ERROR !== undefined) throw sourceFailure('unavailable', `${TITLE} could not search at the moment.`);
      return { ids: idlist.slice(0, limit), total: Math.max(Number(count ?? 0), idlist.length) };
    },
    fetchXml: (ids, signal) =>
      askService(service, {
        url: new URL('efetch.fcgi', url),
        as: 'form',
        body: { db: 'pubmed', retmode: 'xml' },
        questions: [],
        // Numbers that PubMed gave, and no text of ours.
        unscreened: { ...credentials, id: ids.join(',') },
        signal,
      }),
  };
};
