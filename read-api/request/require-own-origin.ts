import type { IncomingMessage } from 'node:http';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { isSecure } from './is-secure.ts';

/** The host that the browser addressed: a trusted proxy may have replaced the header `Host`. */
const hostOf = ({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): string => {
  const forwarded = [headers['x-forwarded-host'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim();
  return (trustProxy && forwarded) || (headers.host ?? '');
};

/** The origin of this server, as the browser addressed it; `undefined` if the host is not a valid one. */
export const ownOrigin = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: boolean,
): string | undefined =>
  URL.parse(`${isSecure(request, trustProxy) ? 'https' : 'http'}://${hostOf(request, trustProxy)}`)?.origin;

/** Whether a page of this server, or a program, sent a request. */
export const isOwnOrigin = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: boolean,
): boolean => {
  const { 'sec-fetch-site': site, origin } = request.headers;
  // Browsers send this header themselves, and no page can change it: it holds even if a proxy replaced the host.
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && origin === undefined);
  if (origin === undefined) return true;
  const own = ownOrigin(request, trustProxy);
  const theirs = URL.parse(origin);
  // Without a trusted proxy, the scheme that the browser used may be unknown here.
  return own !== undefined && theirs?.host === URL.parse(own)?.host;
};

/**
 * Allows only this server's own pages, and programs: a browser adds the session's cookie by itself, whatever made it send
 * the request. `SameSite=Strict` already excludes other sites; this also excludes other hosts of the same site.
 *
 * @throws Failure `permission_denied`
 */
export const requireOwnOrigin = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: boolean,
): void => {
  if (isOwnOrigin(request, trustProxy)) return;
  throw new Failure(
    failure(
      'permission_denied',
      'A session works only on pages of this server. Other origins send a token.',
      {
        details: { reason: 'foreign_origin' },
      },
    ),
  );
};
