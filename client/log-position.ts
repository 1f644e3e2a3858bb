/** The log position that the client has seen; reads are sent with it, so that they include what it has written. */
export type LogPosition = {
  /** Notes a position that the server has reported. */
  readonly note: (position: unknown) => void;
  /** The newest position noted within the last minute. */
  readonly current: () => number | undefined;
  /** Forgets the position, because the log went back to an older one. */
  readonly forget: () => void;
};

/**
 * How long reads wait for a position, in milliseconds. Read models catch up within a second; one that has not after a
 * minute is out of order, and should show what it has.
 */
const KEPT_MS = 60_000;

/** Keeps the newest position, for as long as it matters. */
export const createLogPosition = (now: () => number = () => performance.now()): LogPosition => {
  let newest: { readonly position: number; readonly at: number } | undefined;
  const current = (): number | undefined =>
    newest !== undefined && now() - newest.at < KEPT_MS ? newest.position : undefined;
  return {
    note: (position) => {
      if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 1) return;
      if (position > (current() ?? 0)) newest = { position, at: now() };
    },
    current,
    forget: () => {
      newest = undefined;
    },
  };
};
