import { createCommandRegistry } from '../../commands/command-registry.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { namedTokenSource } from '../../infra/services/auth/named-token-source.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { apiRoutes } from '../../read-api/api-routes.ts';
import type { HttpApiServices } from '../../read-api/http-api-services.ts';
import { defaultHttpLimits } from '../../read-api/http-limits.ts';
import type { Route } from '../../read-api/routing/define-route.ts';

/** The dependencies for describing routes. The routes are never called, so the rest is omitted. */
const described = {
  commands: createCommandRegistry([], {
    findDocumentOfJob: async () => undefined,
    tokenIssue: {
      source: namedTokenSource,
      clock: systemClock,
      defaultDays: 1,
      maxDays: 1,
      apart: false,
      maxSessionMs: 0,
      applied: async () => {},
    },
  }),
  limits: defaultHttpLimits,
  metrics: silentMetrics,
  commandServices: {},
  version: '',
} as Partial<HttpApiServices> as HttpApiServices;

/** Every route and command as data, without a server. */
export const describedRoutes = (): readonly Route[] => apiRoutes(described);
