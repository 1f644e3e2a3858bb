import { z } from 'zod';
import { externalText } from '../../../../domain/consultation/sources/external-text.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import {
  type ClinicalEvidenceSearch,
  type EvidenceFinding,
  evidenceLevels,
} from '../../../../ports/clinical-evidence-search.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import { parseJson } from '../../outside/parse-json.ts';
import { askService, type Service, sourceFailure } from '../ask-service.ts';
import { createRateQueue } from '../rate-queue.ts';

type GatewayEvidenceOptions = {
  readonly url: URL;
  readonly apiKey: string;
  readonly metrics: Metrics;
};

const TITLE = 'OpenEvidence';
/** Requests per second; the gateway enforces the licence's limit with status 429. */
const RATE = 10;
const WAITING = 50;
const ANSWER_BYTES = 2 * 1024 * 1024;
const MAX_TITLE = 500;
const MAX_SUMMARY = 4000;

/** Invalid optional fields are dropped. */
const resultSchema = z.object({
  title: z.string(),
  text: z.string(),
  evidenceLevel: z.enum(evidenceLevels).optional().catch(undefined),
  journal: z.string().optional().catch(undefined),
  pmid: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .catch(undefined),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .catch(undefined),
  published: z
    .string()
    .regex(/^\d{4}(?:-\d{2}){0,2}$/)
    .optional()
    .catch(undefined),
});
const answerSchema = z.object({ results: z.array(z.unknown()).max(1000) });

const findingOf = (result: unknown): readonly EvidenceFinding[] => {
  const parsed = resultSchema.safeParse(result);
  if (!parsed.success) return [];
  const { title, text, evidenceLevel, journal, pmid, url, published } = parsed.data;
  const finding = {
    title: externalText(title, MAX_TITLE),
    summary: externalText(text, MAX_SUMMARY),
    source: externalText(journal ?? '', MAX_TITLE) || TITLE,
    ...omitUndefined({ level: evidenceLevel, pmid, url, published }),
  };
  return finding.title === '' || finding.summary === '' ? [] : [finding];
};

/**
 * OpenEvidence behind the licensee's own gateway, as it has no public API. Sends `POST {query,
 * evidenceLevel?, limit}` with the key as a bearer token, and expects `{results: [{title, text,
 * evidenceLevel?, journal?, pmid?, url?, published?}]}`, best first.
 */
export const createGatewayEvidence = ({
  url,
  apiKey,
  metrics,
}: GatewayEvidenceOptions): ClinicalEvidenceSearch => {
  const service: Service = {
    title: TITLE,
    keyVariable: 'OPENEVIDENCE_API_KEY',
    maxBytes: ANSWER_BYTES,
    turn: createRateQueue({ requests: RATE, within: 1000, waiting: WAITING }),
    metrics,
  };
  return async ({ query, level, limit, signal }) => {
    const text = await askService(service, {
      url,
      apiKey,
      body: { query, limit, ...omitUndefined({ evidenceLevel: level }) },
      questions: ['query'],
      signal,
    });
    const parsed = answerSchema.safeParse(parseJson(text));
    if (!parsed.success)
      throw sourceFailure('external_api_error', `The gateway of ${TITLE} returned an invalid response.`);
    return parsed.data.results
      .flatMap(findingOf)
      .filter((finding) => level === undefined || finding.level === level)
      .slice(0, limit);
  };
};
