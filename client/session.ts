import type { Caller } from './create-caller.ts';

/** What proves who signs in: a bearer token, or the code of a one-time link. */
export type SignIn = { readonly token: string } | { readonly code: string };

/** Signing in and out of the session of a browser, for clients with `session: 'cookie'`. */
export const createSession = ({ answer, settle }: Caller) => ({
  /** Starts a session. The server keeps the token in a cookie that no script can read. */
  signIn: async (proof: SignIn): Promise<void> => {
    await settle(answer('post', '/api/session', { body: proof }));
  },
  /** Ends the session. */
  signOut: async (): Promise<void> => {
    await settle(answer('delete', '/api/session', {}));
  },
});
