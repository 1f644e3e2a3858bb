import { vi } from 'vitest';

/** Longer timers are time limits. */
const LONGEST_PAUSE_MS = 10_000;
const FACTOR = 50;

/**
 * Lets the pauses of a program pass fifty times as fast until `vi.restoreAllMocks`. Time limits keep their length, because
 * real servers keep their pace.
 */
export const quickenPauses = (): void => {
  const { setTimeout: real } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, milliseconds = 0) =>
    real(work, milliseconds <= LONGEST_PAUSE_MS ? milliseconds / FACTOR : milliseconds),
  );
};
