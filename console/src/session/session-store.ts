import { type ApiClient, createClient } from '../../../client/create-client.ts';
import { type ClientFailure, RefusedRequest, SessionReplaced } from '../../../client/failures.ts';
import type { SignIn } from '../../../client/session.ts';
import { createQuestionDrafts } from './question-drafts.ts';

/** Who is signed in, and what they may do. */
export type Session = {
  readonly id: string;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  /** Seconds without any activity after which the session ends. */
  readonly idleSeconds: number;
  /** The model to speak with, if there is one. */
  readonly voice: { readonly model: string; readonly leavesThePremises: boolean } | undefined;
};

/** Why the console shows the sign-in page. */
export type SignedOutReason = 'new' | 'left' | 'idle' | 'ended' | 'replaced';

export type SessionState =
  | { readonly kind: 'checking' }
  /** The server could not be asked who is signed in. */
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | { readonly kind: 'signed-out'; readonly reason: SignedOutReason }
  | { readonly kind: 'signed-in'; readonly session: Session; readonly api: ApiClient };

/** A session without a limit of the server's own ends after half an hour. */
const DEFAULT_IDLE_SECONDS = 1800;

/** True when the server does not know the caller: never signed in, idle for too long, or a token that expired. */
const isUnauthenticated = (error: unknown): boolean =>
  error instanceof RefusedRequest && error.status === 401;

/** Why a failure of a call ends the session of this tab, if it does. */
const endOf = (failure: ClientFailure): SignedOutReason | undefined => {
  if (failure instanceof SessionReplaced) return 'replaced';
  return isUnauthenticated(failure) ? 'ended' : undefined;
};

/** Makes the other tabs look whose session this browser has now. */
const ENTERED = 'entered';

/** Whether the other tabs must forget the session as well. */
const endsEverywhere = (reason: unknown): reason is SignedOutReason => reason === 'left' || reason === 'idle';

/**
 * The session of this browser. The token that a person signs in with goes to the server, which keeps it in a cookie that
 * no script can read; a console on another host than the API keeps it in memory, so that a reload ends the session.
 */
export const createSessionStore = () => {
  let state: SessionState = { kind: 'checking' };
  const listeners = new Set<() => void>();
  const drafts = createQuestionDrafts();
  // Tells the other tabs that the session of this browser began or ended; carries nothing else.
  const tabs = new BroadcastChannel('anamnesis-session');

  const setState = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const forget = (reason: SignedOutReason): void => {
    if (reason === 'left') drafts.forget();
    setState({ kind: 'signed-out', reason });
  };

  /** Another client for each session: it remembers what the person has written. */
  const makeClient = (token?: string): ApiClient =>
    createClient({
      url: __API_URL__,
      ...(token === undefined ? { session: 'cookie' } : { token: async () => token }),
      explain: (failure) => {
        const reason = endOf(failure);
        if (state.kind === 'signed-in' && reason !== undefined) forget(reason);
        return failure;
      },
    });

  const enter = async (api: ApiClient): Promise<void> => {
    const {
      id,
      roles,
      permissions,
      idleSeconds = DEFAULT_IDLE_SECONDS,
      voice,
    } = await api.get('/api/session');
    setState({
      kind: 'signed-in',
      session: { id, roles, permissions: new Set(permissions), idleSeconds, voice },
      api,
    });
  };

  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (state.kind !== 'signed-in') return;
    if (endsEverywhere(data)) forget(data);
    // Another person may have signed in: what this tab shows and does must not go on in their session.
    if (data === ENTERED) state.api.get('/api/session').catch(() => undefined);
  };

  return {
    state: () => state,
    drafts,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Finds out whether this browser has a session. */
    check: async (): Promise<void> => {
      try {
        await enter(makeClient());
        // The organization may just have signed this person in.
        tabs.postMessage(ENTERED);
      } catch (error) {
        if (isUnauthenticated(error)) forget('new');
        else setState({ kind: 'unreachable', error });
      }
    },
    /** Signs in, or throws why the server refuses. */
    signIn: async (proof: SignIn): Promise<void> => {
      // No cookie of another host comes along with requests from here.
      if (__API_URL__ !== '' && 'token' in proof) return enter(makeClient(proof.token));
      const api = makeClient();
      await api.signIn(proof);
      tabs.postMessage(ENTERED);
      await enter(api);
    },
    /** Signs out, here and in the other tabs. The person counts as signed out even if the server cannot be reached. */
    signOut: async (reason: SignedOutReason): Promise<void> => {
      const before = state;
      forget(reason);
      tabs.postMessage(reason);
      if (before.kind === 'signed-in' && __API_URL__ === '')
        await before.api.signOut().catch(() => undefined);
    },
  };
};
export type SessionStore = ReturnType<typeof createSessionStore>;
