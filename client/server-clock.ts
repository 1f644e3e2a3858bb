/** The clock of the server, seen from here. */
export type ServerClock = {
  /** Notes the timestamp of an answer, ISO 8601. */
  readonly note: (timestamp: unknown) => void;
  /** Milliseconds since 1970 by the clock of the server; by that of this computer before the first answer. */
  readonly now: () => number;
};

/** Follows the clock of the server by the timestamps of its answers. The way of an answer is not worth correcting. */
export const createServerClock = (here: () => number = Date.now): ServerClock => {
  let ahead = 0;
  return {
    note: (timestamp) => {
      const instant = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
      if (Number.isFinite(instant)) ahead = instant - here();
    },
    now: () => here() + ahead,
  };
};
