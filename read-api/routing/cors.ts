import type { Middleware } from 'koa';
import type { ApiState } from './api-state.ts';
import { responseHeaders } from './response-headers.ts';

/** Headers of requests that a page may send, besides those that are always allowed. */
const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Prefer',
  'Range',
  'Traceparent',
  'X-Access-Reason',
  'X-After-Position',
].join(', ');

const exposed = Object.keys(responseHeaders).join(', ');

/** Seconds that a browser may cache a permission; an origin removed from the list is refused after that. */
const MAX_AGE_SECONDS = 600;

/**
 * Lets pages of exactly these origins read responses (https://fetch.spec.whatwg.org/#http-cors-protocol), never with
 * cookies or other credentials that a browser adds, which this API does not use.
 */
export const allowOrigins = (origins: readonly string[]): Middleware<ApiState> => {
  const allowed = new Set(origins);
  return async (context, next) => {
    if (allowed.size === 0) return next();
    context.vary('Origin');
    const origin = context.get('Origin');
    if (!allowed.has(origin)) return next();
    context.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
    if (context.method !== 'OPTIONS' || context.get('Access-Control-Request-Method') === '') return next();
    context.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
      'Access-Control-Allow-Headers': requestHeaders,
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
    });
    context.status = 204;
  };
};
