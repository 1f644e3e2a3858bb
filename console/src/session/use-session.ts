import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ApiClient } from '../../../client/create-client.ts';
import type { Session, SessionState, SessionStore } from './session-store.ts';

/** The store of the session; `SessionStore` says what it does. */
export const SessionContext = createContext<SessionStore | undefined>(undefined);

/** The store itself, for signing in and out. */
export const useSessionStore = (): SessionStore => {
  const store = useContext(SessionContext);
  if (store === undefined) throw new Error('There is no session store around this component.');
  return store;
};

export const useSessionState = (): SessionState => {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.state);
};

/** The session and the client, for components that are shown to people who are signed in. */
export const SignedInContext = createContext<
  { readonly session: Session; readonly api: ApiClient } | undefined
>(undefined);

const useSignedIn = () => {
  const signedIn = useContext(SignedInContext);
  if (signedIn === undefined) throw new Error('This component is shown to people who are signed in only.');
  return signedIn;
};

/** Who is signed in. */
export const useSession = (): Session => useSignedIn().session;

/** The HTTP API, called as the person who is signed in. */
export const useApi = (): ApiClient => useSignedIn().api;

/** Whether the person may do something. The server decides in any case: this only hides what it would refuse. */
export const useMay = (): ((permission: string) => boolean) => {
  const { permissions } = useSession();
  return (permission) => permissions.has(permission);
};
