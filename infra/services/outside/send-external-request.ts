import type { Metrics } from '../../../ports/metrics.ts';
import { traceExternalCall } from './external-calls.ts';
import { type ExternalComponent, refusePhi } from './refuse-phi.ts';

/** A request to an external service. */
export type ExternalRequest = {
  /** Must contain no part of a question, as it appears in errors and logs. */
  readonly url: URL;
  readonly apiKey?: string | undefined;
  /** How to send the key: as a bearer token (default), or as a user without a password (RFC 7617). */
  readonly apiKeyAs?: 'bearer' | 'basic';
  /** All texts in it are screened, at any depth. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * How to send the body: as JSON (default), as form fields, or in the query string of a GET for services
   * that accept nothing else. The last two accept only texts and numbers.
   */
  readonly as?: 'json' | 'form' | 'query';
  /**
   * Additional fields that contain nothing of a question, such as keys and numbers from the service itself.
   * They are not screened, because keys resemble personal identifiers.
   */
  readonly unscreened?: Readonly<Record<string, string>>;
  /**
   * Members of the body with questions, screened as such; all others are screened as passages of documents.
   */
  readonly questions: readonly string[];
  /** Whether the recipient is outside the premises; otherwise nothing is screened. */
  readonly leavesThePremises: boolean;
  /** Named in failures and in the count of refusals. */
  readonly component: ExternalComponent;
  /** Additional headers; they must contain nothing of a question. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly metrics: Metrics;
};

/** Yields all texts within a value, each with whether it is part of a question. */
function* textsIn(
  value: unknown,
  isQuestion: boolean,
): Generator<readonly [text: string, isQuestion: boolean]> {
  if (typeof value === 'string') yield [value, isQuestion];
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member, isQuestion);
}

/** Yields all texts that a request would send. */
function* textsOf({
  body,
  questions,
}: ExternalRequest): Generator<readonly [text: string, isQuestion: boolean]> {
  for (const [name, value] of Object.entries(body)) yield* textsIn(value, questions.includes(name));
}

/**
 * Returns the fields of a form or query string. Throws a TypeError for a value that is neither text nor
 * number.
 */
const fieldsOf = ({ body, unscreened = {} }: ExternalRequest): URLSearchParams => {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...body, ...unscreened })) {
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`The field ${name} of a request must be a text or a number.`);
    fields.set(name, String(value));
  }
  return fields;
};

type Content = Pick<RequestInit, 'method' | 'body'> & { readonly type?: string };

const contentOf = (request: ExternalRequest): Content => {
  switch (request.as ?? 'json') {
    case 'json':
      return {
        method: 'POST',
        type: 'application/json',
        body: JSON.stringify({ ...request.body, ...request.unscreened }),
      };
    case 'form':
      return {
        method: 'POST',
        type: 'application/x-www-form-urlencoded',
        body: fieldsOf(request).toString(),
      };
    case 'query':
      return { method: 'GET' };
  }
};

const authorizationOf = ({ apiKey, apiKeyAs }: ExternalRequest): { authorization?: string } => {
  if (apiKey === undefined) return {};
  return {
    authorization:
      apiKeyAs === 'basic' ? `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` : `Bearer ${apiKey}`,
  };
};

/** Returns the address, which includes the question only if the service accepts nothing else. */
const addressOf = (request: ExternalRequest): URL => {
  if (request.as !== 'query') return request.url;
  const address = new URL(request.url);
  for (const [name, value] of fieldsOf(request)) address.searchParams.set(name, value);
  return address;
};

/**
 * Sends a text to an external service; no other code may. Screens the request once more, as a whole, after
 * the caller screened its parts. Redirects are refused: they could carry texts to another host.
 *
 * Rejects with `rule_violated` and the reason `phi_stays_local` when the request identifies a person, before
 * anything is sent; otherwise like `fetch`.
 */
export const sendExternalRequest = async (request: ExternalRequest): Promise<Response> => {
  const { signal } = request;
  if (request.leavesThePremises) await refusePhi(textsOf(request), request);
  const { type, ...content } = contentOf(request);
  return traceExternalCall(request.component, () =>
    fetch(addressOf(request), {
      ...content,
      redirect: 'error',
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        accept: type === 'application/json' ? type : 'application/json, application/xml',
        ...request.headers,
        ...authorizationOf(request),
      },
      signal,
    }),
  );
};
