import { useEffect } from 'react';
import { useApi, useSession, useSessionStore } from './use-session.ts';

/** How often the clock is compared, in milliseconds; also the most by which the end may be late. */
const CHECK_MS = 5_000;
/** How often an active person is reported to the server within the time after which it would end the session. */
const REPORTS = 4;
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Signs out after idling. Activity in one tab counts for all. The time is compared with the clock instead of being
 * counted, because a closed laptop counts nothing. The server knows requests only, so activity without requests, as when reading a long page,
 * is reported to it now and then.
 */
export const useIdleSignOut = (): void => {
  const store = useSessionStore();
  const api = useApi();
  const { idleSeconds } = useSession();
  useEffect(() => {
    let last = Date.now();
    let announced = 0;
    let reported = Date.now();
    const tabs = new BroadcastChannel('anamnesis-activity');
    const note = (): void => {
      last = Date.now();
      if (last - announced < CHECK_MS) return;
      announced = last;
      tabs.postMessage(null);
    };
    tabs.onmessage = () => {
      last = Date.now();
    };
    const check = (): void => {
      const now = Date.now();
      if (now - last >= idleSeconds * 1000) return void store.signOut('idle');
      if (last <= reported || now - reported < (idleSeconds * 1000) / REPORTS) return;
      reported = now;
      // A failure shows itself with the next request of the page.
      api.get('/api/session').catch(() => undefined);
    };
    for (const kind of ACTIVITY) addEventListener(kind, note, { passive: true });
    document.addEventListener('visibilitychange', check);
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      for (const kind of ACTIVITY) removeEventListener(kind, note);
      tabs.close();
    };
  }, [store, api, idleSeconds]);
};
