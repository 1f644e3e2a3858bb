import { TLSSocket } from 'node:tls';
import type { Middleware } from 'koa';
import type { ApiState } from './api-state.ts';

/** A year, as https://hstspreload.org asks for at least; without subdomains, which are not ours to decide for. */
const VALUE = 'max-age=31536000';

/**
 * Makes browsers that came by TLS use only TLS from now on (RFC 6797), whether they reached this server itself or the
 * trusted proxy in front of it. Over plain HTTP the header would mean nothing.
 */
export const strictTransport =
  (trustProxy: boolean): Middleware<ApiState> =>
  (context, next) => {
    const forwarded = context.get('X-Forwarded-Proto').split(',').at(-1)?.trim().toLowerCase();
    if (context.req.socket instanceof TLSSocket || (trustProxy && forwarded === 'https'))
      context.set('Strict-Transport-Security', VALUE);
    return next();
  };
