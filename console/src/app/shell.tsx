import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../components/button.tsx';
import { EnvironmentBanner } from '../components/environment-banner.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { OfflineBanner } from '../components/offline-banner.tsx';
import { Progress } from '../components/progress.tsx';
import { useIdleSignOut } from '../session/use-idle-sign-out.ts';
import { SignedInContext, useMay, useSessionState, useSessionStore } from '../session/use-session.ts';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';
import { ToolCallsWatch } from './tool-calls-watch.tsx';

/** What watches while someone is signed in. */
const Watches = () => {
  useIdleSignOut();
  return useMay()('tools:confirm') ? <ToolCallsWatch /> : null;
};

/** The frame of every page: navigation, environment, and what watches over the session. */
export const Shell = () => {
  const store = useSessionStore();
  const state = useSessionState();
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    if (store.state().kind === 'checking') void store.check();
  }, [store]);
  useEffect(() => {
    if (state.kind !== 'signed-out') return;
    // The place to return to is read once: it changes while the sign-in page is being opened.
    void navigate({ to: '/sign-in', search: { to: router.state.location.href }, replace: true });
  }, [state.kind, navigate, router]);
  if (state.kind === 'unreachable')
    return (
      <main className={styles.waiting}>
        <div className={styles.unreachable}>
          <ErrorNotice error={state.error} />
          <Button onPress={() => void store.check()}>Try again</Button>
        </div>
      </main>
    );
  if (state.kind !== 'signed-in')
    return (
      <main className={styles.waiting}>
        <Progress label="Opening the console …" />
      </main>
    );
  return (
    <SignedInContext value={state}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#page">
          Skip to the page
        </a>
        <EnvironmentBanner />
        <OfflineBanner />
        <Navigation />
        <main id="page" className={styles.page} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Watches />
    </SignedInContext>
  );
};
