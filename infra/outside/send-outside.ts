import { Failure, failure } from '../../domain/kernel/failure.ts';
import { detectPhi } from '../../domain/privacy/detect-phi.ts';
import { findPatientIdentifiers } from '../../domain/privacy/find-patient-identifiers.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { yieldToEventLoop } from '../../ports/time-slice.ts';

/** A request as it is about to be sent. */
export type OutsideRequest = {
  readonly url: URL;
  readonly apiKey?: string | undefined;
  /** Sent as JSON. Every text in it is screened, however deep. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Members of the body that hold questions, screened as such; all others are screened as passages of documents. */
  readonly questions: readonly string[];
  /** Whether what answers at the address is not ours: nothing is screened for a machine that is. */
  readonly leavesThePremises: boolean;
  /** Names the part in failures and in the count of refusals. */
  readonly component: 'embedding' | 'reranking' | 'phi-detection';
  readonly signal: AbortSignal;
  readonly metrics: Metrics;
};

/** Texts screened between two breaths of the event loop; one takes about a millisecond. */
const AT_ONCE = 8;

/** All texts within a value, each with whether it is part of a question. */
function* textsIn(
  value: unknown,
  isQuestion: boolean,
): Generator<readonly [text: string, isQuestion: boolean]> {
  if (typeof value === 'string') yield [value, isQuestion];
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member, isQuestion);
}

const holdsPhi = async ({ body, questions }: OutsideRequest): Promise<boolean> => {
  let screened = 0;
  for (const [name, value] of Object.entries(body)) {
    for (const [text, isQuestion] of textsIn(value, questions.includes(name))) {
      if (isQuestion ? detectPhi(text).detected : findPatientIdentifiers(text).length > 0) return true;
      screened += 1;
      if (screened % AT_ONCE === 0) await yieldToEventLoop();
    }
  }
  return false;
};

/**
 * The one place where texts leave this process for a service. What is sent is screened here once more, as it is sent:
 * whoever calls has screened what it was made of. Redirects are refused: they could carry texts to another machine.
 *
 * Rejects with `rule_violated` and the reason `phi_stays_local` when something in it identifies a person: nothing has
 * been sent then. Rejects as `fetch` does otherwise.
 */
export const sendOutside = async (request: OutsideRequest): Promise<Response> => {
  const { url, apiKey, body, component, signal, metrics } = request;
  if (request.leavesThePremises && (await holdsPhi(request))) {
    metrics.count('anamnesis_outside_requests_refused_total', { component });
    throw new Failure(
      failure('rule_violated', 'What was to be sent to a service outside seems to identify a person.', {
        component,
        details: { reason: 'phi_stays_local', retryable: false },
      }),
    );
  }
  return fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    signal,
  });
};
