import type { Middleware } from 'koa';
import { isSecure } from '../request/is-secure.ts';
import type { ApiState } from './api-state.ts';

/** A year, the minimum that https://hstspreload.org requires; without subdomains, which are not ours to decide. */
const VALUE = 'max-age=31536000';

/**
 * Makes browsers that connect by TLS use only TLS from then on (RFC 6797), whether to this server or to the trusted
 * proxy in front of it. Over plain HTTP the header has no meaning.
 */
export const strictTransport =
  (trustProxy: boolean): Middleware<ApiState> =>
  (context, next) => {
    if (isSecure(context.req, trustProxy)) context.set('Strict-Transport-Security', VALUE);
    return next();
  };
