import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { BrowserSession } from '../../ports/authenticator.ts';
import { isSecure } from '../request/is-secure.ts';

/** The header that repeats the session's CSRF token. */
const CSRF_HEADER = 'X-CSRF-Token';

/** The header of requests that a page sends by itself, and that do not count as use. */
export const BACKGROUND_HEADER = 'X-Background';

const NAME = 'anamnesis_session';
/** The cookie of a sign-in under way. */
export const SIGN_IN_COOKIE = 'anamnesis_sign_in';

/** Behind TLS, the prefix keeps other hosts of the same domain from setting the cookie (RFC 6265bis, 4.1.3.2). */
const nameOf = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/** The value of a cookie; that of the first of several with its name. */
export const readCookie = ({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** `Set-Cookie` for a sign-in under way: it comes back with the browser from the provider, so it cannot be `Strict`. */
export const signInCookie = (
  request: Request,
  trustProxy: boolean,
  { value, maxAge }: { readonly value: string; readonly maxAge: number },
): string =>
  `${SIGN_IN_COOKIE}=${value}; Path=/auth/oidc; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(request, trustProxy) ? '; Secure' : ''}`;

/** The sealed session that a browser sent. */
export const readSessionCookie = (request: Request, trustProxy: boolean): string | undefined =>
  readCookie(request, nameOf(isSecure(request, trustProxy))) || undefined;

/** `Set-Cookie` for a session: no script can read it, and no other site can send it. */
export const sessionCookie = (
  request: Request,
  trustProxy: boolean,
  { value, maxAge }: { readonly value: string; readonly maxAge: number },
): string => {
  const secure = isSecure(request, trustProxy);
  return `${nameOf(secure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
};

/** `Set-Cookie` that removes it. */
export const noSessionCookie = (request: Request, trustProxy: boolean): string =>
  sessionCookie(request, trustProxy, { value: '', maxAge: 0 });

/**
 * Requires the session's CSRF token with everything that is not a mere read. A read may have one, which must then be right:
 * a page sends it to learn that another person has signed in in this browser, before it shows what is theirs.
 *
 * @throws Failure `permission_denied`
 */
export const requireCsrfToken = (
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { csrfToken }: Pick<BrowserSession, 'csrfToken'>,
): void => {
  const sent = headers[CSRF_HEADER.toLowerCase()];
  if (sent === undefined && (method === 'GET' || method === 'HEAD')) return;
  const given = Buffer.from([sent ?? ''].flat().join());
  const expected = Buffer.from(csrfToken);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new Failure(
    failure(
      'permission_denied',
      `Send the header ${CSRF_HEADER} with the csrfToken that GET /api/session returns.`,
      { details: { reason: 'csrf' } },
    ),
  );
};
