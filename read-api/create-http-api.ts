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
import { strictTransport } from './routing/strict-transport.ts';

/**
 * A request that is refused before its body was read is answered at once, while the body still flows in. Closing the
 * connection there and then could destroy the answer on its way (a TCP reset overtakes it), so the rest is read and
 * thrown away; a sender that does not come to an end within the timeout is cut off.
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

/** The whole HTTP side as a Koa application; `startHttpServer` puts it on a port. */
export const createHttpApi = (services: HttpApiServices): Koa<ApiState> => {
  const app = new Koa<ApiState>();
  // Only what happens after the head of an answer is out comes here: callers who leave in the middle.
  app.on('error', (error: unknown) =>
    services.logger.debug({ error }, 'A connection ended before its answer was complete.'),
  );
  app.use(observeRequests(services));
  app.use(drainRequestBody(services.limits.discardTimeout));
  app.use(setSecurityHeaders);
  app.use(strictTransport(services.trustProxy ?? false));
  app.use(allowOrigins(services.corsOrigins ?? []));
  app.use(answerFailures(services));
  mountRoutes(app, apiRoutes(services), services);
  return app;
};
