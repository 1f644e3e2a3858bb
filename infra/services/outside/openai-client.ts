import type { OpenAI } from 'openai';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { limitStream } from './limit-stream.ts';
import { openAiPackage } from './openai-package.ts';
import { parseJson } from './parse-json.ts';
import { type ExternalRequest, sendExternalRequest } from './send-external-request.ts';

type OpenAiClientOptions = {
  /** Up to and including the version, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: URL;
  readonly apiKey?: string | undefined;
  readonly leavesThePremises: boolean;
  readonly component: ExternalRequest['component'];
  readonly metrics: Metrics;
  /** Called with each part of what the service sends. */
  readonly onReceived?: (() => void) | undefined;
};

/** Ten times an answer of 2,000 tokens, each in a frame of 400 bytes. */
const STREAM_BYTES = 8 * 1024 * 1024;
/** A thousand times a usual frame, which contains one token or a few. */
const LINE_BYTES = 256 * 1024;
const ERROR_BYTES = 64 * 1024;

/**
 * The client requires a key; a server on the premises may have none. `sendExternalRequest` sends the real key, if
 * any.
 */
const NO_KEY = 'none';

/** The maximum of `setTimeout`; callers have their own time limits. */
const NEVER = 2 ** 31 - 1;

/**
 * Creates an OpenAI client that sends only through `sendExternalRequest`, which screens whole requests that leave the
 * premises. It neither retries nor logs, and reads nothing from the environment (`OPENAI_BASE_URL`,
 * `OPENAI_LOG`, …). Limits what a service may send.
 */
export const createOpenAiClient = (options: OpenAiClientOptions): OpenAI => {
  const { apiKey, leavesThePremises, component, metrics } = options;
  const send = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const body = typeof init.body === 'string' ? parseJson(init.body) : undefined;
    if (url instanceof Request || !isRecord(body)) throw new TypeError('Only JSON objects are sent.');
    const response = await sendExternalRequest({
      url: new URL(url),
      apiKey,
      body,
      // Questions were screened as such by the caller; applied to passages, the rules for questions would
      // match authors.
      questions: [],
      leavesThePremises,
      component,
      metrics,
      signal: init.signal ?? AbortSignal.timeout(NEVER),
    });
    return limitStream(
      response,
      { total: response.ok ? STREAM_BYTES : ERROR_BYTES, line: LINE_BYTES },
      options.onReceived,
    );
  };
  const { OpenAI: Client } = openAiPackage();
  return new Client({
    baseURL: options.baseUrl.href.replace(/(?<!\/)\/+$/, ''),
    apiKey: apiKey ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    fetch: send,
  });
};
