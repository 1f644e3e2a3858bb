import { useSyncExternalStore } from 'react';

/** From here on there is room for an answer and its source side by side. */
const WIDE = matchMedia('(width >= 68rem)');

const subscribe = (listener: () => void): (() => void) => {
  WIDE.addEventListener('change', listener);
  return () => WIDE.removeEventListener('change', listener);
};

/** Whether the window has room for two columns. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => WIDE.matches);
