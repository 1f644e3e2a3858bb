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
const SIGN_IN_NAME = 'anamnesis_sign_in';

/**
 * Behind TLS, the prefix keeps other hosts of the same domain from setting the cookie (RFC 6265bis, 4.1.3.2). Browsers
 * accept it only with `Secure` and for all paths.
 */
const nameOf = (secure: boolean, name: string): string => (secure ? `__Host-${name}` : name);

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

type Cookie = { readonly value: string; readonly maxAge: number };

/** The value of a cookie; that of the first of several with its name. */
const readCookie = (request: Request, trustProxy: boolean, plainName: string): string | undefined => {
  const name = nameOf(isSecure(request, trustProxy), plainName);
  const value = request.headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return value || undefined;
};

/** `Set-Cookie` that no script can read, and for which no other host can plant a value of its own behind TLS. */
const setCookie = (
  request: Request,
  trustProxy: boolean,
  { name, sameSite, value, maxAge }: Cookie & { readonly name: string; readonly sameSite: 'Strict' | 'Lax' },
): string => {
  const secure = isSecure(request, trustProxy);
  return `${nameOf(secure, name)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
};

/** The sealed sign-in under way that a browser sent. */
export const readSignInCookie = (request: Request, trustProxy: boolean): string | undefined =>
  readCookie(request, trustProxy, SIGN_IN_NAME);

/** `Set-Cookie` for a sign-in under way: it comes back with the browser from the provider, so it cannot be `Strict`. */
export const signInCookie = (request: Request, trustProxy: boolean, cookie: Cookie): string =>
  setCookie(request, trustProxy, { ...cookie, name: SIGN_IN_NAME, sameSite: 'Lax' });

/** The sealed session that a browser sent. */
export const readSessionCookie = (request: Request, trustProxy: boolean): string | undefined =>
  readCookie(request, trustProxy, NAME);

/** `Set-Cookie` for a session, which no other site can send. */
export const sessionCookie = (request: Request, trustProxy: boolean, cookie: Cookie): string =>
  setCookie(request, trustProxy, { ...cookie, name: NAME, sameSite: 'Strict' });

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
