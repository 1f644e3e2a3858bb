import type { Middleware } from 'koa';
import Koa from 'koa';
import { apiRoutes } from './api-routes.ts';
import type { HttpApiServices } from './http-api-services.ts';
import { answerFailures } from './routing/answer-failures.ts';
import type { ApiState } from './routing/api-state.ts';
import { allowOrigins } from './routing/cors.ts';
import { mountRoutes } from './routing/mount-routes.ts';
import { observeRequests } from './routing/observe-requests.ts';
import { securityHeaders } from './routing/security-headers.ts';
import { serveConsole } from './routing/serve-console.ts';
import { strictTransport } from './routing/strict-transport.ts';

/**
 * A request refused before its body was read gets its response while the body is still arriving. Closing the
 * connection immediately could destroy that response (a TCP reset overtakes it), so the rest is read and discarded; a
 * client still sending after the timeout is disconnected.
 */
const drainRequestBody =
  (timeout: number): Middleware<ApiState> =>
  async (context, next) => {
    const { req, res } = context;
    res.once('finish', () => {
      if (req.complete || req.destroyed) return;
      req.resume();
      const timer = setTimeout(() => req.socket.destroy(), timeout);
      req.once('close', () => clearTimeout(timer));
    });
    await next();
  };

const setSecurityHeaders: Middleware<ApiState> = async (context, next) => {
  context.set(securityHeaders);
  await next();
};

/** The complete HTTP API as a Koa application; `startHttpServer` binds it to a port. */
export const createHttpApi = (services: HttpApiServices): Koa<ApiState> => {
  const app = new Koa<ApiState>();
  // Only errors after the response headers were sent arrive here: callers that disconnect midway.
  app.on('error', (error: unknown) =>
    services.logger.debug({ error }, 'A connection ended before its response was complete.'),
  );
  app.use(observeRequests(services));
  app.use(drainRequestBody(services.limits.discardTimeout));
  app.use(setSecurityHeaders);
  app.use(strictTransport(services.trustProxy ?? false));
  app.use(answerFailures(services));
  app.use(allowOrigins(services.corsOrigins ?? []));
  const routes = apiRoutes(services);
  app.use(
    serveConsole(
      services.console,
      routes.map(({ path }) => path),
    ),
  );
  mountRoutes(app, routes, services);
  return app;
};
