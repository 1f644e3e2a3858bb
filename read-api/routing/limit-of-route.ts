import type { RateLimitName } from '../../ports/rate-limits.ts';
import type { Route } from './define-route.ts';

/**
 * Which limit the requests of a route count against: by what it does, so that no route is without one. Against that of
 * questions counts what has one worked on. Cancelling one does not: a user over the limit can still stop what costs.
 */
export const limitOfRoute = ({
  access,
  method,
  startsWork = false,
}: Pick<Route, 'access' | 'method' | 'startsWork'>): RateLimitName => {
  if (access === 'search:run') return 'searches';
  if (access === 'queries:ask' && startsWork) return 'questions';
  return method === 'GET' ? 'reads' : 'commands';
};
