import type { RateLimitName } from '../../ports/rate-limits.ts';
import type { Route } from './define-route.ts';

/**
 * The limit that a route's requests count against, by its kind, so that every route has one. Requests that start work
 * on a question count as questions. Cancelling does not, so that a user over the limit can still stop costs.
 */
export const limitOfRoute = ({
  access,
  method,
  startsWork = false,
  onlyReads,
}: Pick<Route, 'access' | 'method' | 'startsWork' | 'onlyReads'>): RateLimitName => {
  if (access === 'search:run') return 'searches';
  if (access === 'queries:ask' && startsWork) return 'questions';
  return method === 'GET' || onlyReads === true ? 'reads' : 'commands';
};
