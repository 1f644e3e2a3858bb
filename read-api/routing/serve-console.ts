import { Readable } from 'node:stream';
import type { Middleware, ParameterizedContext } from 'koa';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { StaticFile, StaticFiles } from '../../ports/static-files.ts';
import { matchesNone } from '../request/conditional-headers.ts';
import type { ApiState } from './api-state.ts';

type Context = ParameterizedContext<ApiState>;

/** Only what the build contains runs or is shown; pictures may also come from memory, as those that a page draws. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "media-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** A year, the longest that caches honour (RFC 9111). */
const FOREVER = 'public, max-age=31536000, immutable';

const send = (context: Context, file: StaticFile): void => {
  context.state.route = '/console';
  context.vary('Accept-Encoding');
  context.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Pages hold no patient data until they have fetched it, so they may be kept; but each use asks for a newer one.
    'Cache-Control': file.isImmutable ? FOREVER : 'no-cache',
    ETag: file.entityTag,
  });
  if (!matchesNone(context.get('If-None-Match') || undefined, file.entityTag)) {
    context.status = 304;
    return;
  }
  context.status = 200;
  context.set('Content-Type', file.contentType);
  if (file.encoding !== undefined) context.set('Content-Encoding', file.encoding);
  context.length = file.bytes;
  if (context.method !== 'HEAD') context.body = Readable.from(file.open());
  // Koa derives the type and the length from the body, and a stream has neither.
  context.set('Content-Type', file.contentType);
  context.length = file.bytes;
};

const notBuilt = (): Failure =>
  new Failure(
    failure(
      'not_found',
      'The console has not been built: run "npm run build:console" and reload. The API is described in /openapi.json.',
    ),
  );

/** The first part of a path: `api` for `/api/documents`. */
const firstPart = (path: string): string => path.split('/')[1] ?? '';

/**
 * Serves the console: its files by their paths, and its page for every address that a person opens outside the API, since
 * the page itself knows its own addresses.
 *
 * @param apiPaths the paths of the API, whose first parts the console never uses
 */
export const serveConsole = (
  files: StaticFiles | undefined,
  apiPaths: readonly string[],
): Middleware<ApiState> => {
  const ofApi = new Set(apiPaths.map(firstPart));
  return async (context, next) => {
    const { path, method } = context;
    if (files === undefined || (method !== 'GET' && method !== 'HEAD') || ofApi.has(firstPart(path)))
      return next();
    const accepts = (encoding: 'br' | 'gzip'): boolean => context.acceptsEncodings(encoding) === encoding;
    const isPage =
      path === '/' || (firstPart(path) !== 'assets' && context.get('Accept').includes('text/html'));
    const file =
      (await files.find(path, accepts)) ?? (isPage ? await files.find('/index.html', accepts) : undefined);
    if (file !== undefined) return send(context, file);
    if (path === '/') throw notBuilt();
    return next();
  };
};
