import { z } from 'zod';
import type { Metrics } from '../../../../ports/metrics.ts';
import type { SharedRate } from '../../../cluster/rate-limiter/shared-rate.ts';
import { parseJson } from '../../outside/parse-json.ts';
import { askService, type Service, sourceFailure } from '../ask-service.ts';
import { createRateQueue } from '../rate-queue.ts';
import { type Label, labelSchema, oncePerProduct, plainFirst } from './read-label.ts';

export type OpenfdaOptions = {
  /** The endpoint of labels. */
  readonly url: URL;
  readonly apiKey?: string | undefined;
  readonly metrics: Metrics;
  /** The rate that is allowed, among all nodes. */
  readonly together?: SharedRate | undefined;
};

/** 240 requests a minute, with a key or without (open.fda.gov, "Authentication"): four a second, spread out. */
const RATE = 4;
const WITHIN = 1000;
/** Most requests that wait: as many as leave within the five seconds that a caller waits. */
const WAITING = 20;
/** One label can have 300 kB of text and tables. */
const ANSWER_BYTES = 12 * 1024 * 1024;
const TITLE = 'openFDA';

const answerSchema = z.object({ results: z.array(z.unknown()).max(1000) });

/** A name without the signs that openFDA reads as operators. */
export const plainDrugName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, ' ')
    .trim();

/** Labels of a drug by its generic name, its brand or what it is made of. */
const searchFor = (drug: string): string =>
  ['generic_name', 'brand_name', 'substance_name'].map((field) => `openfda.${field}:"${drug}"`).join(' OR ');

/** Labels of one drug, drugs by themselves before mixtures, one for each product. Rejects as `askService` does. */
export type LabelReader = (drug: string, limit: number, signal: AbortSignal) => Promise<readonly Label[]>;

/**
 * Reads labels of drugs that the FDA has approved, through openFDA, within the rate that it allows. It takes questions in
 * the address only; the name of a drug is all that is asked.
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
      // That is how it says that it has none.
      '{"results":[]}',
    );
    const parsed = answerSchema.safeParse(parseJson(text));
    if (!parsed.success)
      throw sourceFailure('external_api_error', `${TITLE} gave an answer that cannot be used.`);
    const labels = parsed.data.results.flatMap((result) => {
      const label = labelSchema.safeParse(result);
      return label.success ? [label.data] : [];
    });
    return oncePerProduct(plainFirst(labels));
  };
};
