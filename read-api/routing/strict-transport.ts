import { TLSSocket } from 'node:tls';
import type { Middleware } from 'koa';
import type { ApiState } from './api-state.ts';

/** A year, as https://hstspreload.org asks for at least; without subdomains, which are not ours to decide for. */
const VALUE = 'max-age=31536000';

/**
 * Tells browsers to come by TLS alone from now on (RFC 6797), to those that have come by it: to this server itself, or to
 * the proxy in front of it that is trusted to say so. Over plain HTTP the header would mean nothing.
 */
export const strictTransport =
  (trustProxy: boolean): Middleware<ApiState> =>
  (context, next) => {
    const forwarded = context.get('X-Forwarded-Proto').split(',').at(-1)?.trim().toLowerCase();
    if (context.req.socket instanceof TLSSocket || (trustProxy && forwarded === 'https'))
      context.set('Strict-Transport-Security', VALUE);
    return next();
  };
