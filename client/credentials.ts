import { RefusedRequest } from './failures.ts';

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

/** The credentials of a browser whose session cookie authenticates it. */
export type CookieCredentials = Credentials & {
  /** Remembers the token of the current session; without one it is read before the next request that needs it. */
  readonly setCsrfToken: (token: string | undefined) => void;
};

const HEADER = 'X-CSRF-Token';

const needsToken = ({ method, url }: Request): boolean => {
  // Signing in starts a session, so there is no token yet.
  const isSignIn = method === 'POST' && new URL(url).pathname === '/api/session';
  return method !== 'GET' && method !== 'HEAD' && !isSignIn;
};

const isCsrfRefusal = (error: unknown): boolean =>
  error instanceof RefusedRequest && error.code === 'permission_denied' && error.details?.reason === 'csrf';

/**
 * Sends the session's CSRF token with every request that changes something. The browser adds the cookie itself.
 *
 * @param readCsrfToken reads the token of the current session from the server; `undefined` when there is no session
 */
export const cookieCredentials = (readCsrfToken: () => Promise<string | undefined>): CookieCredentials => {
  let known: string | undefined;
  let reading: Promise<string | undefined> | undefined;
  const csrfToken = async (): Promise<string | undefined> => {
    if (known !== undefined) return known;
    reading ??= readCsrfToken().finally(() => {
      reading = undefined;
    });
    known = await reading;
    return known;
  };
  return {
    setCsrfToken: (token) => {
      known = token;
    },
    addTo: async (request) => {
      if (!needsToken(request)) return;
      const token = await csrfToken();
      if (token !== undefined) request.headers.set(HEADER, token);
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
