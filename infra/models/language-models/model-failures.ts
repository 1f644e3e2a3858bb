import type { APIError } from 'openai';
import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { TooLong } from '../../services/outside/limit-stream.ts';
import { openAiPackage } from '../../services/outside/openai-package.ts';
import { retryAfterOf } from '../../services/outside/retry-after.ts';

/** The service that a failure concerns, and the variables for an operator to check. */
export type ModelService = {
  readonly component: 'local-model' | 'cloud-model';
  /** Names of the variables. */
  readonly settings: {
    readonly url: string;
    readonly model: string;
    readonly apiKey: string;
    readonly contextTokens: string;
  };
};

type About = {
  /** Whether a retry may succeed. */
  readonly retryable: boolean;
  readonly status?: number;
  readonly cause?: string;
  readonly retryAfter?: number;
};

const nameOf = ({ component }: ModelService): string =>
  component === 'local-model' ? 'The local language model' : 'The language model in the cloud';

const problem = (
  service: ModelService,
  code: FailureCode,
  what: string,
  { retryAfter, ...about }: About,
): Failure =>
  new Failure(
    failure(code, `${nameOf(service)} ${what}.`, {
      component: service.component,
      details: about,
      ...omitUndefined({ retryAfter }),
    }),
  );

/** The response was malformed; a retry may succeed. */
export const unusableAnswer = (service: ModelService, why: string): Failure =>
  problem(service, 'external_api_error', `gave an answer that cannot be used: ${why}`, { retryable: true });

/**
 * The cause of failures about content, which a question or a document can provoke while the service itself is healthy.
 */
const UNUSABLE_CONTENT = 'unusable_content';

/** The service is healthy, but its model wrote unusable content. */
export const unusableContent = (service: ModelService, why: string): Failure =>
  problem(service, 'external_api_error', `gave an answer that cannot be used: ${why}`, {
    retryable: true,
    cause: UNUSABLE_CONTENT,
  });

/** Whether a failure concerns the content of a response, not the service. */
export const isAboutContent = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.cause === UNUSABLE_CONTENT;

/** The connection closed before the answer was complete. */
export const answerTruncated = (service: ModelService): Failure => unusableAnswer(service, 'it was cut off');

/** @param limit milliseconds */
export const tooSlow = (service: ModelService, what: 'first' | 'next', limit: number): Failure =>
  problem(
    service,
    'timeout',
    what === 'first' ? `did not start to answer within ${limit} ms` : `fell silent for ${limit} ms`,
    { retryable: true },
  );

/** PHI must not leave the premises. */
export const phiStaysLocal = (service: ModelService): Failure =>
  new Failure(
    failure('rule_violated', 'Text with PHI is not sent to a model outside the premises.', {
      component: service.component,
      details: { reason: 'phi_stays_local', retryable: false },
    }),
  );

/** Error codes of services and operating systems; they contain nothing from a request. */
const shortCode = /^[A-Za-z][A-Za-z\d_]{1,63}$/;
const codeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && shortCode.test(value) ? value : undefined;

/** How services say that a prompt is longer than what their model takes: OpenAI and vLLM, llama.cpp, Ollama. */
const saysTooLong = /context_length_exceeded|exceed_context_size|(?:context|input) (?:size|length|window)/i;

const refusal = (service: ModelService, error: APIError, status: number): Failure => {
  const { url, model, apiKey, contextTokens } = service.settings;
  const cause = codeOf(error.code) ?? codeOf(error.type);
  const about = {
    status,
    ...omitUndefined({ cause, retryAfter: retryAfterOf(error.headers?.get('retry-after') ?? null) }),
  };
  if (cause === 'insufficient_quota')
    return problem(
      service,
      'rate_limit_exceeded',
      'has used up the quota of its account; check its plan and billing',
      { retryable: false, ...about },
    );
  if (status === 429)
    return problem(service, 'rate_limit_exceeded', 'accepts no more requests at the moment', {
      retryable: true,
      ...about,
    });
  if (status === 401 || status === 403)
    return problem(service, 'external_api_error', `refused the API key (${status}); check ${apiKey}`, {
      retryable: false,
      ...about,
    });
  if (status === 404)
    return problem(service, 'external_api_error', `is not known there (404); check ${model} and ${url}`, {
      retryable: false,
      ...about,
    });
  if (status === 408 || status === 504)
    return problem(service, 'timeout', `did not finish in time (${status})`, { retryable: true, ...about });
  if (status === 503)
    return problem(service, 'unavailable', 'is not available at the moment (503)', {
      retryable: true,
      ...about,
    });
  if (saysTooLong.test(`${error.code} ${error.type} ${error.message.slice(0, 500)}`))
    return problem(
      service,
      'external_api_error',
      `takes no prompt as long as this one; check that ${contextTokens} is the context that it was started with`,
      { retryable: false, ...about },
    );
  if (status >= 500)
    return problem(service, 'external_api_error', `answered with an error (${status})`, {
      retryable: true,
      ...about,
    });
  return problem(service, 'external_api_error', `refused the request as invalid (${cause ?? status})`, {
    retryable: false,
    ...about,
  });
};

/** The chain of causes of an error, starting with itself. */
const causesOf = (error: unknown): readonly unknown[] => {
  const causes: unknown[] = [];
  for (let at = error; at !== undefined && causes.length < 5; at = at instanceof Error ? at.cause : undefined)
    causes.push(at);
  return causes;
};

/**
 * Converts an error of the client to a failure that quotes neither text, key nor the service's own message.
 *
 * @param answering whether an answer had started
 */
export const modelFailure = (service: ModelService, error: unknown, answering: boolean): Failure => {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof Failure);
  if (known) return known;
  if (causes.some((cause) => cause instanceof TooLong)) return unusableContent(service, 'it is too long');
  if (error instanceof openAiPackage().APIError) {
    const status: unknown = error.status;
    if (typeof status === 'number') return refusal(service, error, status);
    // An error sent in the middle of an answer, in place of text.
    if (error.error !== undefined)
      return problem(service, 'external_api_error', 'broke off with an error', { retryable: true });
  }
  if (error instanceof SyntaxError) return unusableAnswer(service, 'not JSON');
  if (answering) return answerTruncated(service);
  const cause = causes
    .map((one) => (one instanceof Error && 'code' in one ? codeOf(one.code) : undefined))
    .findLast((code) => code !== undefined);
  return problem(service, 'unavailable', `cannot be reached${cause === undefined ? '' : ` (${cause})`}`, {
    retryable: true,
    ...omitUndefined({ cause }),
  });
};
