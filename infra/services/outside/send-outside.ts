import type { Metrics } from '../../../ports/metrics.ts';
import { traceOutside } from './outside-calls.ts';
import { type OutsideComponent, refusePhi } from './refuse-phi.ts';

/** A request as it is about to be sent. */
export type OutsideRequest = {
  /** Without any part of a question: it appears in errors and logs. */
  readonly url: URL;
  readonly apiKey?: string | undefined;
  /** How the key is sent: as a bearer token by default, or as a user without a password (RFC 7617). */
  readonly apiKeyAs?: 'bearer' | 'basic';
  /** Every text in it is screened, however deep. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * How the body is sent: as JSON by default, as the fields of a form, or in the query string of a GET for services that
   * take nothing else. The last two take texts and numbers only.
   */
  readonly as?: 'json' | 'form' | 'query';
  /**
   * Fields beside those of the body that nothing of a question is in, such as keys and numbers that the service gave.
   * They are not screened: keys look like what identifies a person.
   */
  readonly unscreened?: Readonly<Record<string, string>>;
  /** Members of the body that hold questions, screened as such; all others are screened as passages of documents. */
  readonly questions: readonly string[];
  /** Whether what answers at the address is not ours: nothing is screened for a machine that is. */
  readonly leavesThePremises: boolean;
  /** Names the part in failures and in the count of refusals. */
  readonly component: OutsideComponent;
  /** Beside the usual ones; they hold nothing that was asked. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly metrics: Metrics;
};

/** All texts within a value, each with whether it is part of a question. */
function* textsIn(
  value: unknown,
  isQuestion: boolean,
): Generator<readonly [text: string, isQuestion: boolean]> {
  if (typeof value === 'string') yield [value, isQuestion];
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member, isQuestion);
}

/** All texts that a request would send. */
function* textsOf({
  body,
  questions,
}: OutsideRequest): Generator<readonly [text: string, isQuestion: boolean]> {
  for (const [name, value] of Object.entries(body)) yield* textsIn(value, questions.includes(name));
}

/** The fields of a form or of a query string. Throws a TypeError for a value that is neither text nor number. */
const fieldsOf = ({ body, unscreened = {} }: OutsideRequest): URLSearchParams => {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...body, ...unscreened })) {
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`The field ${name} of a request must be a text or a number.`);
    fields.set(name, String(value));
  }
  return fields;
};

type Content = Pick<RequestInit, 'method' | 'body'> & { readonly type?: string };

const contentOf = (request: OutsideRequest): Content => {
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

const authorizationOf = ({ apiKey, apiKeyAs }: OutsideRequest): { authorization?: string } => {
  if (apiKey === undefined) return {};
  return {
    authorization:
      apiKeyAs === 'basic' ? `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` : `Bearer ${apiKey}`,
  };
};

/** The address; the question is part of it only where the service accepts nothing else. */
const addressOf = (request: OutsideRequest): URL => {
  if (request.as !== 'query') return request.url;
  const address = new URL(request.url);
  for (const [name, value] of fieldsOf(request)) address.searchParams.set(name, value);
  return address;
};

/**
 * The one place where texts leave this process for a service. What is sent is screened here once more, as it is sent:
 * the caller has screened its parts. Redirects are refused: they could carry texts to another machine.
 *
 * Rejects with `rule_violated` and the reason `phi_stays_local` when something in it identifies a person: nothing has
 * been sent then. Rejects as `fetch` does otherwise.
 */
export const sendOutside = async (request: OutsideRequest): Promise<Response> => {
  const { signal } = request;
  if (request.leavesThePremises) await refusePhi(textsOf(request), request);
  const { type, ...content } = contentOf(request);
  return traceOutside(request.component, () =>
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
