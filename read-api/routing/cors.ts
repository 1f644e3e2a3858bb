import type { Middleware } from 'koa';
import { Failure, failure } from '../../domain/kernel/failure.ts';
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

/** A browser shows no response to a preflight, but its developer tools and other programs do. */
const foreignOrigin = (): Failure =>
  new Failure(
    failure(
      'permission_denied',
      'Pages of this origin may not call the API: CORS_ORIGINS lists the exact origins that may.',
      { details: { reason: 'foreign_origin' } },
    ),
  );

/** Seconds that a browser may cache a permission; an origin removed from the list is refused after that. */
const MAX_AGE_SECONDS = 600;

/**
 * Lets pages of exactly these origins read responses (https://fetch.spec.whatwg.org/#http-cors-protocol), never with
 * the cookie of a session, which works on this server's own pages only.
 *
 * @throws Failure `permission_denied` for a preflight of another origin
 */
export const allowOrigins = (origins: readonly string[]): Middleware<ApiState> => {
  const allowed = new Set(origins);
  return async (context, next) => {
    const isPreflight = context.method === 'OPTIONS' && context.get('Access-Control-Request-Method') !== '';
    if (allowed.size > 0) context.vary('Origin');
    const origin = context.get('Origin');
    if (!allowed.has(origin)) {
      if (isPreflight) throw foreignOrigin();
      return next();
    }
    context.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
    if (!isPreflight) return next();
    context.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
      'Access-Control-Allow-Headers': requestHeaders,
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
    });
    context.status = 204;
  };
};
