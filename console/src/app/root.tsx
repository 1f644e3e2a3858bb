import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ToastProvider } from '../components/toasts.tsx';
import { createSessionStore } from '../session/session-store.ts';
import { SessionContext } from '../session/use-session.ts';
import { createConsoleQueryClient } from './create-query-client.ts';

/** What surrounds every page: the session, the cache of what was read, and messages. */
export const Root = () => {
  const [store] = useState(createSessionStore);
  const [queries] = useState(createConsoleQueryClient);
  useEffect(
    () =>
      store.subscribe(() => {
        // What one person read must not stay in memory for the next.
        if (store.state().kind === 'signed-out') queries.clear();
      }),
    [store, queries],
  );
  return (
    <SessionContext value={store}>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <Outlet />
        </ToastProvider>
      </QueryClientProvider>
    </SessionContext>
  );
};
