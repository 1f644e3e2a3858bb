import { AsyncResource } from 'node:async_hooks';
import type { Middleware, ParameterizedContext } from 'koa';
import type { OpenSpan } from '../../ports/span.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { ApiState } from './api-state.ts';

const UNMATCHED = 'unmatched';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Clients can send any method; only the usual ones become a label. */
export const methodLabel = (method: string): (typeof methods)[number] | 'other' =>
  methods.find((known) => known === method) ?? 'other';

type Observed = Pick<HttpApiServices, 'traces' | 'clock' | 'metrics' | 'logger'>;

/**
 * The outermost middleware: starts the trace of a request, sends the caller the trace id, and writes one log line and
 * one measurement when the response is complete. Neither contains the path, which can carry ids, or the query string.
 */
export const observeRequests = ({ traces, clock, metrics, logger }: Observed): Middleware<ApiState> => {
  let inFlight = 0;
  const report = (context: ParameterizedContext<ApiState>, started: number, span: OpenSpan): void => {
    inFlight -= 1;
    metrics.gauge('anamnesis_http_requests_in_flight', inFlight, {});
    const { route, live, refused } = context.state;
    const ms = Math.round((clock.elapsed() - started) * 10) / 10;
    const { status } = context;
    const method = methodLabel(context.method);
    const complete = context.res.writableFinished;
    span.note({ 'http.route': route, 'http.response.status_code': status }, `${method} ${route}`);
    span.end(status >= 500 ? String(status) : undefined);
    logger.info(
      { method, route, status, ms, ...(complete ? {} : { complete }), ...refused },
      'Request answered.',
    );
    if (live) return;
    const labels = { method, route, status: `${Math.floor(status / 100)}xx` };
    metrics.observe('anamnesis_http_request_duration_seconds', ms / 1000, labels);
  };
  return (context, next) => {
    const span = traces.open(
      {
        name: 'request',
        kind: 'server',
        attributes: { 'http.request.method': methodLabel(context.method) },
      },
      context.get('traceparent'),
    );
    return span.within(() => {
      const trace = span.context;
      context.state.trace = trace;
      context.state.route = UNMATCHED;
      context.state.live = false;
      context.set({ 'X-Trace-Id': trace.traceId, traceparent: trace.traceparent });
      const started = clock.elapsed();
      inFlight += 1;
      metrics.gauge('anamnesis_http_requests_in_flight', inFlight, {});
      context.res.once(
        'close',
        AsyncResource.bind(() => report(context, started, span)),
      );
      return next();
    });
  };
};
