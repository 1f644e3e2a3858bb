import type { Middleware, ParameterizedContext } from 'koa';
import { Failure } from '../../domain/kernel/failure.ts';
import { failureResponse, reasonToShow } from '../failure-response.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { ApiState } from './api-state.ts';

type Needs = Pick<HttpApiServices, 'clock' | 'logger'>;

const isExpected = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code !== 'internal_error';

const answer = (context: ParameterizedContext<ApiState>, error: unknown, { clock, logger }: Needs): void => {
  const reason = reasonToShow(error);
  const response = failureResponse(reason, context.state.trace.traceId, clock.now());
  const { route } = context.state;
  if (!isExpected(error)) logger.error({ error, route }, 'A request failed unexpectedly.');
  else if (response.status >= 500)
    logger.warn({ route, code: reason.code, component: reason.component }, 'A request could not be served.');
  context.status = response.status;
  context.set(response.headers);
  context.body = JSON.stringify(response.body);
};

/** Turns whatever is thrown further in into a failure response. */
export const answerFailures =
  (needs: Needs): Middleware<ApiState> =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      answer(context, error, needs);
    }
  };
