import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import type Koa from 'koa';
import type { ParameterizedContext } from 'koa';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { retryOnDroppedGeneration } from '../../projections/retry-on-dropped-generation.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { readJsonBody } from '../request/read-json-body.ts';
import type { ApiState } from './api-state.ts';
import { authenticate, authorize } from './authorize.ts';
import type { Known, OpenRequest, Route, RouteAccess } from './define-route.ts';
import { sendAnswer } from './send-answer.ts';

/**
 * Where a request comes from, as the log keeps it. Behind a trusted proxy the last entry of `X-Forwarded-For` counts:
 * that one the proxy wrote itself, the ones before it anybody may have.
 */
const clientOf = (
  incoming: IncomingMessage,
  trustProxy: boolean,
): { readonly ip?: string; readonly userAgent?: string } => {
  const forwarded = [incoming.headers['x-forwarded-for'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim();
  const ip = (trustProxy && forwarded ? forwarded : incoming.socket.remoteAddress)?.slice(0, 64);
  const userAgent = incoming.headers['user-agent']?.slice(0, 512);
  return { ...(ip ? { ip } : {}), ...(userAgent ? { userAgent } : {}) };
};

type ApiContext = ParameterizedContext<ApiState>;

const headerOf =
  (context: ApiContext) =>
  (name: string): string | undefined => {
    const value = context.req.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  };

/** Aborts when the connection closes before the answer is complete. */
const departureOf = (context: ApiContext): AbortSignal => {
  const left = new AbortController();
  context.res.once('close', () => left.abort());
  return left.signal;
};

const requestOf = (context: ApiContext): OpenRequest => ({
  header: headerOf(context),
  incoming: context.req,
  signal: departureOf(context),
});

const callerOf = async (
  context: ApiContext,
  access: Exclude<RouteAccess, 'open'>,
  { authenticator, identity, trustProxy }: HttpApiServices,
): Promise<Known> => {
  const principal = await authenticate(authenticator, context.req.headers.authorization);
  const caller = {
    actor: authorize(principal, access),
    requestId: identity.newId(),
    traceparent: context.state.trace.traceparent,
    client: clientOf(context.req, trustProxy ?? false),
    roles: principal.roles,
    teams: principal.teams,
  };
  return { caller, principal };
};

const serve = async (
  context: ApiContext,
  route: Route,
  params: unknown,
  services: HttpApiServices,
): Promise<void> => {
  context.state.route = route.path;
  const known = route.access === 'open' ? undefined : await callerOf(context, route.access, services);
  const request = requestOf(context);
  const handle = () =>
    route.handle(
      {
        params,
        query: { ...context.query },
        readBody: () => readJsonBody(context.req, services.limits.maxJsonBytes),
      },
      request,
      known,
    );
  const answer = await (route.method === 'GET' ? retryOnDroppedGeneration(handle) : handle());
  context.state.live = answer.kind === 'stream' && answer.live;
  await sendAnswer(context, answer, {
    traceId: context.state.trace.traceId,
    timestamp: services.clock.now(),
    logger: services.logger,
    stopping: services.stopping,
    slowConsumerTimeout: services.limits.slowConsumerTimeout,
  });
};

/** Says what there is instead. Callers without a token learn nothing about which routes exist. */
const refuseUnknown = async (
  context: ApiContext,
  routes: readonly Route[],
  matches: (path: string, method: string) => boolean,
  services: HttpApiServices,
): Promise<never> => {
  await authenticate(services.authenticator, context.req.headers.authorization);
  const methods = [...new Set(routes.map(({ method }) => method))].filter((method) =>
    matches(context.path, method),
  );
  if (methods.length > 0)
    throw new Failure(
      failure('not_found', `This route does not answer ${context.method}, only ${methods.join(', ')}.`),
    );
  const what = context.path.startsWith('/api/commands/') ? 'command' : 'route';
  throw new Failure(failure('not_found', `There is no such ${what}. /openapi.json lists all of them.`));
};

/** Puts routes behind a router: authenticates, checks the permission, runs the route and writes its answer. */
export const mountRoutes = (
  app: Koa<ApiState>,
  routes: readonly Route[],
  services: HttpApiServices,
): void => {
  const router = new Router<ApiState>();
  for (const route of routes) {
    router.register(route.path, [route.method], (context) =>
      serve(context, route, { ...context.params }, services),
    );
  }
  const matches = (path: string, method: string): boolean => router.match(path, method).route;
  app.use(router.routes());
  app.use((context) => refuseUnknown(context, routes, matches, services));
};
