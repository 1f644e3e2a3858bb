import type { Middleware, ParameterizedContext } from 'koa';
import { isConcealedNotFound } from '../../commands/runtime/concealed-not-found.ts';
import { type RefusalCode, refusalCodes } from '../../domain/audit/refusal.ts';
import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { failureResponse, publicFailureReason } from '../failure-response.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { FHIR_JSON, operationOutcome } from '../operation-outcome.ts';
import { clientOf } from '../request/client-of.ts';
import type { ApiState } from './api-state.ts';
import { methodLabel } from './observe-requests.ts';

type Needs = Pick<HttpApiServices, 'clock' | 'logger' | 'refusals' | 'trustProxy'>;

const isExpected = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code !== 'internal_error';

/** Whether work ended because the client closed its connection: nothing failed, and there is no one to answer. */
const isDeparture = (context: ParameterizedContext<ApiState>, error: unknown): boolean =>
  context.res.closed && error instanceof Error && error.name === 'AbortError';

const refusalOf = (error: unknown): RefusalCode | undefined => {
  if (isConcealedNotFound(error)) return 'not_theirs';
  if (!(error instanceof Failure)) return undefined;
  return refusalCodes.find((code) => code === error.reason.code);
};

/** Records a refusal; the response does not wait for that. */
const noteRefusal = (
  context: ParameterizedContext<ApiState>,
  code: RefusalCode,
  { refusals, trustProxy = false }: Needs,
): void => {
  const { route, principal, trace } = context.state;
  const client = clientOf(context.req, trustProxy);
  const [role] = principal?.roles ?? [];
  context.state.refused = { code, address: client.ip };
  refusals.note({
    code,
    method: methodLabel(context.method),
    route,
    client,
    traceparent: trace.traceparent,
    ...(principal && role
      ? { actor: { id: principal.id, role, ...omitUndefined({ onBehalfOf: principal.onBehalfOf }) } }
      : {}),
  });
};

/** Sends a browser to the page that explains failures of this request, if there is one. */
const showOnPage = (
  context: ParameterizedContext<ApiState>,
  { code }: Pick<FailureReason, 'code'>,
): boolean => {
  const { failurePage } = context.state;
  if (failurePage === undefined || context.accepts('json', 'html') !== 'html') return false;
  context.status = 303;
  context.set('Location', `${failurePage}?${new URLSearchParams({ problem: code }).toString()}`);
  context.body = '';
  return true;
};

const answer = (context: ParameterizedContext<ApiState>, error: unknown, needs: Needs): void => {
  const { clock, logger } = needs;
  const refusal = refusalOf(error);
  if (refusal) noteRefusal(context, refusal, needs);
  const reason = publicFailureReason(error);
  const response = failureResponse(reason, context.state.trace.traceId, clock.now());
  const { route } = context.state;
  if (!isExpected(error)) logger.error({ error, route }, 'A request failed unexpectedly.');
  else if (response.status >= 500)
    logger.warn({ route, code: reason.code, component: reason.component }, 'A request could not be served.');
  if (showOnPage(context, reason)) return;
  context.status = response.status;
  context.set(response.headers);
  if (context.path.startsWith('/fhir/')) {
    context.set('Content-Type', `${FHIR_JSON}; charset=utf-8`);
    context.body = JSON.stringify(operationOutcome(reason, context.state.trace.traceId));
    return;
  }
  context.body = JSON.stringify(response.body);
};

/** Turns any error of inner middleware into a failure response. */
export const answerFailures =
  (needs: Needs): Middleware<ApiState> =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      if (!isDeparture(context, error)) answer(context, error, needs);
    }
  };
