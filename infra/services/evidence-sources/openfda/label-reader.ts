import { z } from 'zod';
import type { Metrics } from '../../../../ports/metrics.ts';
import type { SharedRate } from '../../../cluster/rate-limiter/shared-rate.ts';
import { parseJson } from '../../outside/parse-json.ts';
import { askService, type Service, sourceFailure } from '../ask-service.ts';
import { createRateQueue } from '../rate-queue.ts';
import { type Label, labelSchema, onePerProduct, plainFirst } from './read-label.ts';

export type OpenfdaOptions = {
  /** The endpoint for labels. */
  readonly url: URL;
  readonly apiKey?: string | undefined;
  readonly metrics: Metrics;
  /** The rate limit shared by all nodes. */
  readonly together?: SharedRate | undefined;
};

/**
 * 240 requests per minute, with or without a key (open.fda.gov, "Authentication"): four per second, evenly
 * spread.
 */
const RATE = 4;
const WITHIN = 1000;
/** Queue limit: the requests that leave within the five seconds that a caller waits. */
const WAITING = 20;
/** A single label can contain 300 kB of text and tables. */
const ANSWER_BYTES = 12 * 1024 * 1024;
const TITLE = 'openFDA';

const answerSchema = z.object({ results: z.array(z.unknown()).max(1000) });

/** Removes the characters that openFDA reads as operators. */
export const plainDrugName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, ' ')
    .trim();

/** Searches for a drug by generic name, brand name or active ingredient. */
const searchFor = (drug: string): string =>
  ['generic_name', 'brand_name', 'substance_name'].map((field) => `openfda.${field}:"${drug}"`).join(' OR ');

/**
 * Reads the labels of a drug, single-ingredient ones before combinations, one per product. Rejects like
 * `askService`.
 */
export type LabelReader = (drug: string, limit: number, signal: AbortSignal) => Promise<readonly Label[]>;

/**
 * Creates a reader of FDA-approved drug labels through openFDA, within its rate limit. openFDA accepts
 * queries only in the URL; they contain nothing but the drug's name.
 */
export const createLabelReader = ({ url, apiKey, metrics, together }: OpenfdaOptions): LabelReader => {
  const service: Service = {
    title: TITLE,
    keyVariable: 'OPENFDA_API_KEY',
    maxBytes: ANSWER_BYTES,
    turn: createRateQueue({ requests: RATE, within: WITHIN, waiting: WAITING, together }),
    metrics,
  };
  return async (drug, limit, signal) => {
    const text = await askService(
      service,
      {
        url,
        as: 'query',
        body: { search: searchFor(plainDrugName(drug)), limit, sort: 'effective_time:desc' },
        questions: ['search'],
        apiKey,
        apiKeyAs: 'basic',
        signal,
      },
      // openFDA reports an empty result as 404.
      '{"results":[]}',
    );
    const parsed = answerSchema.safeParse(parseJson(text));
    if (!parsed.success) throw sourceFailure('external_api_error', `${TITLE} returned an invalid response.`);
    const labels = parsed.data.results.flatMap((result) => {
      const label = labelSchema.safeParse(result);
      return label.success ? [label.data] : [];
    });
    return onePerProduct(plainFirst(labels));
  };
};
