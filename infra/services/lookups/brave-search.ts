import { z } from 'zod';
import { externalText } from '../../../domain/consultation/sources/external-text.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { WebPage, WebSearch } from '../../../ports/web-search.ts';
import type { SharedRate } from '../../cluster/rate-limiter/shared-rate.ts';
import { askService, type Service, sourceFailure } from '../evidence-sources/ask-service.ts';
import { createRateQueue } from '../evidence-sources/rate-queue.ts';
import { parseJson } from '../outside/parse-json.ts';
import { retryAfterOf } from '../outside/retry-after.ts';
import { plainWords } from './plain-words.ts';
import { textOfMarkup } from './text-of-markup.ts';

type BraveOptions = {
  /** The endpoint of web search. */
  readonly url: URL;
  readonly apiKey: string;
  /** The limit of the subscription. */
  readonly requestsPerSecond: number;
  readonly metrics: Metrics;
  /** The rate limit shared by all nodes. */
  readonly together?: SharedRate | undefined;
};

const TITLE = 'Brave Search';
/** Limits on the results, words and characters of one request (Web Search API, "Query Parameters"). */
const COUNT = 20;
const MOST_WORDS = 50;
const MOST_CHARACTERS = 400;
/** Twenty results take about 60 kB. */
const ANSWER_BYTES = 2 * 1024 * 1024;
const SECONDS_WAITED = 5;
const MAX_TITLE = 300;
const MAX_SNIPPET = 1000;
const MAX_URL = 2000;

const pageSchema = z.object({
  title: z.string(),
  url: z.string().max(MAX_URL),
  description: z.string().default(''),
  page_age: z.string().nullish(),
});
const answerSchema = z.object({
  type: z.literal('search'),
  // Absent when nothing is found.
  web: z.object({ results: z.array(z.unknown()).max(1000) }).nullish(),
});

/**
 * Returns the seconds until the exhausted limit resets. `X-RateLimit-Remaining` and `-Reset` list one value
 * per window of the subscription: `0, 14823` and `1, 1419704` mean one second.
 */
const waitAskedByBrave = (headers: Headers): number | undefined => {
  const listed = (name: string): readonly string[] =>
    (headers.get(name) ?? '').split(',', 10).map((part) => part.trim());
  const resets = listed('x-ratelimit-reset');
  const waits = listed('x-ratelimit-remaining').flatMap((left, window) =>
    left === '0' ? (retryAfterOf(resets[window] ?? null) ?? []) : [],
  );
  return waits.length === 0 ? undefined : Math.max(...waits);
};

/** Parses an http or https address without credentials; undefined for any other. */
const addressOf = (text: string): URL | undefined => {
  const url = URL.parse(text);
  const isPage = url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '';
  return isPage ? url : undefined;
};

const pageOf = (result: unknown): readonly WebPage[] => {
  const parsed = pageSchema.safeParse(result);
  const url = parsed.success ? addressOf(parsed.data.url) : undefined;
  if (!parsed.success || url === undefined) return [];
  const { title, description, page_age: age } = parsed.data;
  const shown = (markup: string, max: number): string =>
    externalText(textOfMarkup(markup.slice(0, 10 * max)), max);
  const heading = shown(title, MAX_TITLE);
  return heading === ''
    ? []
    : [
        {
          title: heading,
          url,
          snippet: shown(description, MAX_SNIPPET),
          ...omitUndefined({ published: /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(age ?? '')?.[0] }),
        },
      ];
};

/**
 * Searches the web through Brave's Search API. Goggles (reranking rules) limit it to the given sites and
 * discard everything else. The query is sent by POST, so that it appears in no URL, and as plain words, so
 * that none is an operator.
 */
export const createBraveSearch = (options: BraveOptions): WebSearch => {
  const { url, apiKey, requestsPerSecond, metrics, together } = options;
  const service: Service = {
    title: TITLE,
    keyVariable: 'BRAVE_API_KEY',
    // The API reference documents 422 for an invalid key.
    refusesKeyBy: [401, 403, 422],
    requestedWaitOf: waitAskedByBrave,
    maxBytes: ANSWER_BYTES,
    turn: createRateQueue({
      requests: requestsPerSecond,
      within: 1100,
      waiting: requestsPerSecond * SECONDS_WAITED,
      together,
    }),
    metrics,
  };
  return async ({ query, sites, signal }) => {
    const text = await askService(service, {
      url,
      headers: { 'x-subscription-token': apiKey },
      body: {
        q: externalText(plainWords(query, MOST_WORDS), MOST_CHARACTERS),
        count: COUNT,
        safesearch: 'strict',
        text_decorations: false,
        result_filter: 'web',
      },
      unscreened: { goggles: ['$discard', ...sites.map((site) => `$boost=1,site=${site}`)].join('\n') },
      questions: ['q'],
      signal,
    });
    const parsed = answerSchema.safeParse(parseJson(text));
    if (!parsed.success) throw sourceFailure('external_api_error', `${TITLE} returned an invalid response.`);
    return (parsed.data.web?.results ?? []).flatMap(pageOf);
  };
};
