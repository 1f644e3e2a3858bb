import type { Caller } from './create-caller.ts';

/** What proves who signs in: a bearer token, or the code of a one-time link. */
export type SignIn = { readonly token: string } | { readonly code: string };

/** Signing in and out of the session of a browser, for clients with `session: 'cookie'`, and what else it opens. */
export const createSession = ({ cookie, url, answer, settle }: Caller) => ({
  /**
   * An address that a browser can open without headers, as `EventSource` and `WebSocket` do: with the session cookie, or
   * with a ticket that opens the stream once within 30 seconds.
   *
   * @param path the path of a stream, such as `/api/stream` or `/api/voice`
   */
  addressOf: async (path: string): Promise<string> => {
    if (cookie !== undefined) {
      // Such an address cannot carry the CSRF token, so whose session it opens is checked before.
      await settle(answer('get', '/api/session', {}));
      return `${url}${path}`;
    }
    const { data } = await settle(answer('post', '/api/stream-tickets', { body: { path } }));
    const ticket = typeof data === 'object' && data !== null && 'ticket' in data ? String(data.ticket) : '';
    return `${url}${path}?ticket=${encodeURIComponent(ticket)}`;
  },
  /** Starts a session. The server keeps the token in a cookie that no script can read. */
  signIn: async (proof: SignIn): Promise<void> => {
    await settle(answer('post', '/api/session', { body: proof }));
  },
  /** Ends the session. */
  signOut: async (): Promise<void> => {
    await settle(answer('delete', '/api/session', {}));
  },
});
