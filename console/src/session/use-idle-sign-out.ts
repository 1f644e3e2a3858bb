import { useEffect } from 'react';
import { useSession, useSessionStore } from './use-session.ts';

/** How often the clock is compared, in milliseconds; also the most by which the end may be late. */
const CHECK_MS = 5_000;
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Signs out after idling. Activity in one tab counts for all. The time is compared with the clock instead of being
 * counted, because a closed laptop counts nothing.
 */
export const useIdleSignOut = (): void => {
  const store = useSessionStore();
  const { idleSeconds } = useSession();
  useEffect(() => {
    let last = Date.now();
    let announced = 0;
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
      if (Date.now() - last >= idleSeconds * 1000) void store.signOut('idle');
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
  }, [store, idleSeconds]);
};
