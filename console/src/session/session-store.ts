import { type ApiClient, createClient } from '../../../client/create-client.ts';
import { type Credentials, endSession, isUnauthenticated, openSession } from './sign-in-api.ts';

/** Who is signed in, and what they may do. */
export type Session = {
  readonly id: string;
  readonly roles: readonly string[];
  /** The names of the permissions; empty where the server does not name them. */
  readonly permissions: ReadonlySet<string>;
  /** Seconds without any activity after which the session ends. */
  readonly idleSeconds: number;
};

/** Why the console shows the sign-in page. */
export type SignedOutReason = 'new' | 'left' | 'idle' | 'ended';

export type SessionState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'signed-out'; readonly reason: SignedOutReason }
  | { readonly kind: 'signed-in'; readonly session: Session; readonly api: ApiClient };

/** A session without a limit of the server's own ends after half an hour. */
const DEFAULT_IDLE_SECONDS = 1800;

type SessionData = {
  readonly id: string;
  readonly roles: readonly string[];
  readonly permissions?: readonly string[];
  readonly csrfToken?: string | undefined;
  readonly idleSeconds?: number | undefined;
};

const sessionOf = ({ id, roles, permissions = [], idleSeconds }: SessionData): Session => ({
  id,
  roles,
  permissions: new Set(permissions),
  idleSeconds: idleSeconds ?? DEFAULT_IDLE_SECONDS,
});

/**
 * The session of this browser. The token that a person signs in with goes to the server, which keeps it in a cookie that
 * no script can read; a console on another host than the API keeps it in memory, so that a reload ends the session.
 */
export const createSessionStore = () => {
  let state: SessionState = { kind: 'checking' };
  let csrfToken = '';
  const listeners = new Set<() => void>();
  // Tells the other tabs that the session of this browser ended; carries nothing else.
  const tabs = new BroadcastChannel('anamnesis-session');

  const setState = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const forget = (reason: SignedOutReason): void => {
    csrfToken = '';
    setState({ kind: 'signed-out', reason });
  };

  const clientWith = (token: string | undefined): ApiClient =>
    createClient({
      url: __API_URL__,
      ...(token === undefined
        ? { headers: csrfToken === '' ? {} : { 'X-CSRF-Token': csrfToken } }
        : { token: async () => token }),
      explain: (failure) => {
        if (state.kind === 'signed-in' && isUnauthenticated(failure)) forget('ended');
        return failure;
      },
    });

  const enter = async (token: string | undefined): Promise<void> => {
    const data: SessionData = await clientWith(token).get('/api/session');
    csrfToken = data.csrfToken ?? '';
    setState({ kind: 'signed-in', session: sessionOf(data), api: clientWith(token) });
  };

  const signOut = async (reason: SignedOutReason): Promise<void> => {
    const { kind } = state;
    const csrf = csrfToken;
    forget(reason);
    if (kind !== 'signed-in') return;
    tabs.postMessage(reason);
    if (csrf !== '') await endSession(csrf);
  };

  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (state.kind !== 'signed-in') return;
    if (data === 'idle' || data === 'left') forget(data);
  };

  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Finds out whether this browser has a session. */
    check: async (): Promise<void> => {
      try {
        await enter(undefined);
      } catch (error) {
        if (!isUnauthenticated(error)) throw error;
        setState({ kind: 'signed-out', reason: 'new' });
      }
    },
    /** Signs in, or throws why the server refuses. */
    signIn: async (credentials: Credentials): Promise<void> => {
      // No cookie of another host comes along with requests from here.
      if (__API_URL__ !== '' && 'token' in credentials) return enter(credentials.token);
      await openSession(credentials);
      await enter(undefined);
    },
    signOut,
  };
};
export type SessionStore = ReturnType<typeof createSessionStore>;
