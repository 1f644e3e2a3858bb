import { RefusedRequest, SessionReplaced } from './failures.ts';

/** How requests are authenticated. */
export type Credentials = {
  /** Adds the headers that the server needs; called before each attempt. */
  readonly addTo: (request: Request) => Promise<void>;
  /**
   * True if the server refused a request for its outdated credentials, before it did anything, and the same request may
   * succeed with new ones.
   */
  readonly mayRenew: (error: unknown, request: Request) => boolean;
};

/** Sends a bearer token; without one, the requests of a caller whom something else authenticates. */
export const bearerCredentials = (token: (() => Promise<string>) | undefined): Credentials => ({
  addTo: async (request) => {
    if (token) request.headers.set('Authorization', `Bearer ${await token()}`);
  },
  mayRenew: () => false,
});

/** The session of a browser: whose it is, and its CSRF token. */
export type BrowserSession = { readonly person: string; readonly csrfToken: string | undefined };

/** The credentials of a browser whose session cookie authenticates it. */
export type CookieCredentials = Credentials & {
  /** Remembers the session that this client has begun, or that none is left. */
  readonly setSession: (session: BrowserSession | undefined) => void;
  /**
   * Remembers the session that the server has shown.
   *
   * @throws SessionReplaced if it belongs to another person than the one before
   */
  readonly noteSession: (session: BrowserSession | undefined) => void;
};

const HEADER = 'X-CSRF-Token';
const SESSION = '/api/session';

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const isCsrfRefusal = (error: unknown): boolean =>
  error instanceof RefusedRequest && error.code === 'permission_denied' && error.details?.reason === 'csrf';

/**
 * Sends the session's CSRF token: with what changes something, because the server requires it, and as soon as the person
 * is known also with what reads, because the cookie, which the browser adds itself, may be another person's by then.
 *
 * @param readSession reads the current session from the server; `undefined` when there is none
 */
export const cookieCredentials = (
  readSession: () => Promise<BrowserSession | undefined>,
): CookieCredentials => {
  let person: string | undefined;
  let known: string | undefined;
  let reading: Promise<BrowserSession | undefined> | undefined;
  const noteSession = (session: BrowserSession | undefined): void => {
    const isReplaced = person !== undefined && session !== undefined && session.person !== person;
    known = isReplaced ? undefined : session?.csrfToken;
    if (isReplaced) throw new SessionReplaced();
    person ??= session?.person;
  };
  const csrfToken = async (): Promise<string | undefined> => {
    if (known !== undefined) return known;
    reading ??= readSession().finally(() => {
      reading = undefined;
    });
    noteSession(await reading);
    return known;
  };
  return {
    setSession: (session) => {
      person = session?.person;
      known = session?.csrfToken;
    },
    noteSession,
    addTo: async (request) => {
      const isOfSession = new URL(request.url).pathname === SESSION;
      // Signing in starts a session, so there is no token yet.
      if (isOfSession && request.method === 'POST') return;
      // Reading the session shows whose it is, so that needs no other reading.
      const mayGoWithout = isRead(request) && (isOfSession || person === undefined);
      const token = mayGoWithout ? known : await csrfToken();
      // A request that is sent again may still have the former one.
      if (token === undefined) request.headers.delete(HEADER);
      else request.headers.set(HEADER, token);
    },
    // The session was replaced, for example because another tab has signed in.
    mayRenew: (error, { headers }) => {
      const sent = headers.get(HEADER);
      if (sent === null || !isCsrfRefusal(error)) return false;
      // Another call may have read the new token already.
      if (sent === known) known = undefined;
      return true;
    },
  };
};
