import Koa from 'koa';
import { apiRoutes } from './api-routes.ts';
import type { HttpApiServices } from './http-api-services.ts';
import { answerFailures } from './routing/answer-failures.ts';
import type { ApiState } from './routing/api-state.ts';
import { discardRest } from './routing/discard-rest.ts';
import { mountRoutes } from './routing/mount-routes.ts';
import { observeRequests } from './routing/observe-requests.ts';
import { securityHeaders } from './routing/security-headers.ts';

/** The whole HTTP side as a Koa application; `startHttpServer` puts it on a port. */
export const createHttpApi = (services: HttpApiServices): Koa<ApiState> => {
  const app = new Koa<ApiState>();
  // Only what happens after the head of an answer is out comes here: callers who leave in the middle.
  app.on('error', (error: unknown) =>
    services.logger.debug({ error }, 'A connection ended before its answer was complete.'),
  );
  app.use(observeRequests(services));
  app.use(discardRest(services.limits.discardTimeout));
  app.use(securityHeaders);
  app.use(answerFailures(services));
  mountRoutes(app, apiRoutes(services), services);
  return app;
};
