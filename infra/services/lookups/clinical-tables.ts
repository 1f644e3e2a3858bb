import { z } from 'zod';
import { externalText } from '../../../domain/consultation/sources/external-text.ts';
import type { DiagnosisCodes } from '../../../ports/diagnosis-codes.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { askService, type Service, sourceFailure } from '../evidence-sources/ask-service.ts';
import { createRateQueue } from '../evidence-sources/rate-queue.ts';
import { parseJson } from '../outside/parse-json.ts';
import { plainWords } from './plain-words.ts';

type ClinicalTablesOptions = {
  /** The endpoint of ICD-10-CM. */
  readonly url: URL;
  readonly metrics: Metrics;
};

const TITLE = 'NLM Clinical Tables';
/** Requests per second: the service, made for autocompletion, states no limit. */
const RATE = 5;
const WAITING = 25;
/** Fifty codes take 5 kB. */
const ANSWER_BYTES = 512 * 1024;
const MOST_WORDS = 20;
const MAX_DESCRIPTION = 500;

/**
 * A letter, a digit, a digit or letter, and up to four characters after a point (ICD-10-CM, "Format and
 * Structure").
 */
const codeSchema = z.string().regex(/^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/);
const rowSchema = z.tuple([codeSchema, z.string().min(1)]);
/** The total, the codes, extra fields (none requested), and the display fields of each code. */
const answerSchema = z.tuple([
  z.int().min(0),
  z.array(z.unknown()).max(500),
  z.unknown(),
  z.array(z.unknown()).max(500),
]);

/** Searches ICD-10-CM codes in the Clinical Table Search Service of the National Library of Medicine. */
export const createClinicalTables = ({ url, metrics }: ClinicalTablesOptions): DiagnosisCodes => {
  const service: Service = {
    title: TITLE,
    maxBytes: ANSWER_BYTES,
    turn: createRateQueue({ requests: RATE, within: 1100, waiting: WAITING }),
    metrics,
  };
  return async ({ query, limit, signal }) => {
    const terms = plainWords(query, MOST_WORDS);
    if (terms === '') return { codes: [], total: 0 };
    const text = await askService(service, {
      url,
      as: 'query',
      body: { terms },
      questions: ['terms'],
      unscreened: { sf: 'code,name', df: 'code,name', maxList: String(limit) },
      signal,
    });
    const parsed = answerSchema.safeParse(parseJson(text));
    if (!parsed.success) throw sourceFailure('external_api_error', `${TITLE} returned an invalid response.`);
    const [total, , , rows] = parsed.data;
    const codes = rows.slice(0, limit).flatMap((row) => {
      const read = rowSchema.safeParse(row);
      return read.success
        ? [{ code: read.data[0], description: externalText(read.data[1], MAX_DESCRIPTION) }]
        : [];
    });
    return { codes, total: Math.max(total, codes.length) };
  };
};
