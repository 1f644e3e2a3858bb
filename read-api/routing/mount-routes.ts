import Router from '@koa/router';
import type Koa from 'koa';
import type { ParameterizedContext } from 'koa';
import type { Caller } from '../../commands/runtime/caller.ts';
import { requireAccess } from '../../commands/runtime/ownership/require-access.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Principal } from '../../ports/authenticator.ts';
import { retryOnDroppedGeneration } from '../../projections/retry-on-dropped-generation.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { accessReason } from '../request/access-reason.ts';
import { addressGroup, clientAddress } from '../request/client-address.ts';
import { clientOf } from '../request/client-of.ts';
import { readJsonBody } from '../request/read-json-body.ts';
import { readUrlEncodedBody, URL_ENCODED } from '../request/read-url-encoded-body.ts';
import { isOwnOrigin, requireOwnOrigin } from '../request/require-own-origin.ts';
import type { ApiState } from './api-state.ts';
import { authorize } from './authorize.ts';
import { credentialsOf, type RequestCredentials } from './credentials.ts';
import type { KnownCaller, OpenRequest, Route, RouteAccess } from './define-route.ts';
import { endReplacedSession } from './end-browser-session.ts';
import { limitOfRoute } from './limit-of-route.ts';
import { type SetHeaders, takeFromLimit } from './limit-rate.ts';
import { limitedUser } from './limited-user.ts';
import { sendAnswer } from './send-answer.ts';
import {
  BACKGROUND_HEADER,
  noSessionCookie,
  readSessionCookie,
  requireCsrfToken,
  sessionCookie,
} from './session-cookie.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

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

const addressOf = (context: ApiContext, { trustProxy }: HttpApiServices): string =>
  addressGroup(clientAddress(context.req, trustProxy ?? false) ?? 'unknown');

/**
 * Closes the connection of a response that is still being sent when its token is revoked. Live streams end normally
 * by their own signal, which aborts at the same moment; a response cut here, such as an export, must not look
 * complete.
 */
const cutWithToken = (context: ApiContext, { watchEnd }: Principal, left: AbortSignal): void => {
  const end = watchEnd?.();
  if (end === undefined) return;
  const cut = (): void => {
    if (!context.state.live) context.res.destroy();
  };
  end.addEventListener('abort', cut, { once: true, signal: left });
};

const surroundingsOf = (context: ApiContext, services: HttpApiServices) => ({
  addressGroup: addressOf(context, services),
  setHeaders: (headers: Parameters<SetHeaders>[0]) => context.set(headers),
});

/** What the log records about a caller. */
const recordedCaller = (
  context: ApiContext,
  principal: Principal,
  access: Exclude<RouteAccess, 'open'>,
  services: HttpApiServices,
): Caller => ({
  actor: authorize(principal, access),
  requestId: services.identity.newId(),
  traceparent: context.state.trace.traceparent,
  client: clientOf(context.req, services.trustProxy ?? false),
  roles: principal.roles,
  teams: principal.teams,
  ...omitUndefined({ heldToken: principal.heldToken }),
});

const requestOf = (context: ApiContext, signIn: SignIn, services: HttpApiServices): OpenRequest => ({
  header: headerOf(context),
  incoming: context.req,
  signal: departureOf(context),
  door: {
    signIn: (token) => signIn({ authorization: `Bearer ${token}`, ...surroundingsOf(context, services) }),
    refuse: async (message) => {
      const { addressGroup: key, setHeaders } = surroundingsOf(context, services);
      await takeFromLimit(services, { name: 'failed-sign-ins', key, setHeaders });
      throw new Failure(failure('unauthenticated', message));
    },
    countAnonymous: async () => {
      const { addressGroup: key, setHeaders } = surroundingsOf(context, services);
      await takeFromLimit(services, { name: 'without-token', key, setHeaders });
    },
    endSession: async () => {
      // What the browser adds by itself counts only if a page of this server sent the request.
      if (!isOwnOrigin(context.req, services.trustProxy ?? false)) return;
      await endReplacedSession(
        {
          text: readSessionCookie(context.req, services.trustProxy ?? false),
          callerOf: (principal) => recordedCaller(context, principal, 'authenticated', services),
        },
        services,
      );
    },
    showFailuresOn: (page) => {
      context.state.failurePage = page;
    },
    setCookie: (cookie) => context.append('Set-Cookie', cookie),
  },
});

/** Tells the browser to drop a session that has ended, so that it does not send it again. */
const dropEndedSession = (
  context: ApiContext,
  error: unknown,
  { trustProxy = false }: HttpApiServices,
): void => {
  if (error instanceof Failure && error.reason.code === 'unauthenticated')
    context.append('Set-Cookie', noSessionCookie(context.req, trustProxy));
};

/** Prolongs the session of a browser that is in use: streams and what a page sends by itself do not count as use. */
const prolongSession = async (
  context: ApiContext,
  { session }: Principal,
  route: Pick<Route, 'tag' | 'method'> | undefined,
  { trustProxy = false }: HttpApiServices,
): Promise<void> => {
  if (session?.renew === undefined || context.get(BACKGROUND_HEADER) !== '') return;
  if (route === undefined || (route.tag === 'Streams' && route.method === 'GET')) return;
  const renewed = { value: await session.renew(), maxAge: session.idleSeconds };
  context.append('Set-Cookie', sessionCookie(context.req, trustProxy, renewed));
};

type Identified = { readonly principal: Principal; readonly credentials: RequestCredentials };

/** Identifies the caller. What a browser adds by itself counts only if a page of this server sent the request. */
const identify = async (
  context: ApiContext,
  route: Pick<Route, 'tag' | 'method'> | undefined,
  signIn: SignIn,
  services: HttpApiServices,
): Promise<Identified> => {
  const surroundings = surroundingsOf(context, services);
  const asked = {
    ...surroundings,
    incoming: context.req,
    path: context.path,
    ticket: context.query.ticket,
  };
  const credentials = await credentialsOf(asked, route, services);
  const { authorization, byCookie } = credentials;
  if (!byCookie) return { credentials, principal: await signIn({ authorization, ...surroundings }) };
  requireOwnOrigin(context.req, services.trustProxy ?? false);
  try {
    const principal = await signIn({ authorization, ...surroundings });
    if (principal.session === undefined)
      throw new Failure(failure('unauthenticated', 'The cookie is not that of a session.'));
    requireCsrfToken(context.req, principal.session);
    await prolongSession(context, principal, route, services);
    return { credentials, principal };
  } catch (error) {
    dropEndedSession(context, error, services);
    throw error;
  }
};

const callerOf = async (
  context: ApiContext,
  route: Pick<Route, 'method' | 'tag' | 'startsWork' | 'onlyReads'> & {
    readonly access: Exclude<RouteAccess, 'open'>;
  },
  signIn: SignIn,
  services: HttpApiServices,
): Promise<KnownCaller> => {
  const { principal, credentials } = await identify(context, route, signIn, services);
  context.state.principal = principal;
  await takeFromLimit(services, {
    name: limitOfRoute(route),
    key: limitedUser(principal),
    setHeaders: (headers) => context.set(headers),
  });
  const reason = accessReason(headerOf(context)('X-Access-Reason')) ?? credentials.reason;
  const caller = {
    ...recordedCaller(context, principal, route.access, services),
    ...omitUndefined({ reason }),
  };
  return {
    caller,
    principal,
    credentials,
    accessTo: (target, level) => requireAccess(caller, target, level, services),
  };
};

const serve = async (
  context: ApiContext,
  { route, params }: { readonly route: Route; readonly params: unknown },
  signIn: SignIn,
  services: HttpApiServices,
): Promise<void> => {
  context.state.route = route.path;
  const { access } = route;
  const known =
    access === 'open' ? undefined : await callerOf(context, { ...route, access }, signIn, services);
  const request = requestOf(context, signIn, services);
  const handle = () =>
    route.handle(
      {
        params,
        query: { ...context.query },
        readBody: () => {
          const isForm = route.documentation.body?.contentType === URL_ENCODED;
          const read = isForm ? readUrlEncodedBody : readJsonBody;
          return read(context.req, services.limits.maxJsonBytes);
        },
      },
      request,
      known,
    );
  // Watched from before the work: a read can wait for seconds until its read model is fresh enough.
  const end = route.method === 'GET' ? known?.principal.watchEnd?.() : undefined;
  const answer = await (route.method === 'GET' ? retryOnDroppedGeneration(handle) : handle());
  if (end?.aborted) {
    // Releases the resources held by the response.
    if (answer.kind === 'socket') answer.abandon();
    else if (answer.kind === 'stream') answer.onClose?.();
    throw new Failure(failure('unauthenticated', 'The token was revoked in the meantime.'));
  }
  context.state.live = answer.kind === 'socket' || (answer.kind === 'stream' && answer.live);
  if (answer.kind === 'stream' && known) cutWithToken(context, known.principal, request.signal);
  await sendAnswer(context, answer, {
    traceId: context.state.trace.traceId,
    timestamp: services.clock.now(),
    logger: services.logger,
    stopping: services.stopping,
    slowConsumerTimeout: services.limits.slowConsumerTimeout,
  });
};

type PathMatcher = {
  /** The methods of all routes. */
  readonly methods: readonly Route['method'][];
  readonly matches: (path: string, method: string) => boolean;
  /** Whether the route at a path is public. */
  readonly isOpen: (path: string) => boolean;
};

/** The failure for an unknown route names the alternatives. Callers without a token do not learn which routes exist. */
const refuseUnknown = async (
  context: ApiContext,
  { methods: all, matches, isOpen }: PathMatcher,
  signIn: SignIn,
  services: HttpApiServices,
): Promise<never> => {
  if (!isOpen(context.path)) await identify(context, undefined, signIn, services);
  const methods = all.filter((method) => matches(context.path, method));
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  if (allow.length > 0)
    throw new Failure(
      failure('method_not_allowed', `This route answers ${allow.join(', ')} only.`, { details: { allow } }),
    );
  const what = context.path.startsWith('/api/commands/') ? 'command' : 'route';
  throw new Failure(failure('not_found', `There is no such ${what}. /openapi.json lists all of them.`));
};

/** Mounts routes on a router, which authenticates, checks the permission, runs the route and sends its response. */
export const mountRoutes = (
  app: Koa<ApiState>,
  routes: readonly Route[],
  services: HttpApiServices,
): void => {
  const router = new Router<ApiState>();
  const signIn = createSignIn(services);
  for (const route of routes) {
    router.register(route.path, [route.method], (context) =>
      serve(context, { route, params: { ...context.params } }, signIn, services),
    );
  }
  const open = new Set(routes.filter(({ access }) => access === 'open').map(({ path }) => path));
  const matcher: PathMatcher = {
    methods: [...new Set(routes.map(({ method }) => method))],
    matches: (path, method) => router.match(path, method).route,
    isOpen: (path) => router.match(path, 'GET').path.some((layer) => open.has(String(layer.path))),
  };
  app.use(router.routes());
  app.use((context) => refuseUnknown(context, matcher, signIn, services));
};
