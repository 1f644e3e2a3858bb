import type { RateLimitName } from '../rate-limits.ts';
import type { Route } from './define-route.ts';

/** Which limit the requests of a route count against: by what it does, so that no route is without one. */
export const limitOfRoute = ({ access, method }: Pick<Route, 'access' | 'method'>): RateLimitName => {
  if (access === 'search:run') return 'searches';
  if (access === 'queries:ask') return 'questions';
  return method === 'POST' ? 'commands' : 'reads';
};
