import type { ReadingMarks } from '../../ports/reading-marks.ts';

/** For tests in which no process ends. */
export const noReadingMarks: ReadingMarks = {
  set: async () => {},
  clear: async () => {},
  take: async () => false,
};
