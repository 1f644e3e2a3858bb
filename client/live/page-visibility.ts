/** The part of a page that is used here; workers and programs have none. */
type Page = {
  readonly visibilityState: unknown;
  readonly addEventListener: (name: 'visibilitychange', hear: () => void) => void;
  readonly removeEventListener: (name: 'visibilitychange', hear: () => void) => void;
};

const page = (): Page | undefined => {
  const found: unknown = Reflect.get(globalThis, 'document');
  // The page's own object, which the type above describes in part.
  return typeof found === 'object' && found !== null && 'visibilityState' in found
    ? (found as Page)
    : undefined;
};

const isHidden = (): boolean => page()?.visibilityState === 'hidden';

/**
 * How long a hidden page keeps working, in milliseconds. A browser opens only six connections to a server over HTTP/1.1,
 * for all its tabs together: streams of forgotten tabs would block the one that is used.
 */
const HIDDEN_MS = 30_000;

/**
 * Runs work while somebody may be looking: stops it when the page has been hidden for half a minute, and starts it again
 * when the page is shown.
 *
 * @param start starts the work, until the signal aborts
 * @returns a function that stops it for good
 */
export const whileVisible = (start: (signal: AbortSignal) => void): (() => void) => {
  const shown = page();
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  };
  const begin = (): void => {
    clearTimeout(timer);
    if (running !== undefined) return;
    running = new AbortController();
    start(running.signal);
  };
  const change = (): void => {
    clearTimeout(timer);
    if (isHidden()) timer = setTimeout(stop, HIDDEN_MS);
    else begin();
  };
  if (!isHidden()) begin();
  shown?.addEventListener('visibilitychange', change);
  return () => {
    shown?.removeEventListener('visibilitychange', change);
    stop();
  };
};
