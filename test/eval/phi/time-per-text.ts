import { cpuTimeOf } from '../../support/cpu-time.ts';

/** Length of a long question or a short note, for which times are reported. */
const CHARACTERS = 500;

export type TimePerText = {
  /** Milliseconds of processor time for 500 characters. */
  readonly milliseconds: number;
  /** Multiple of the time for reading each character of the same texts once: comparable between machines. */
  readonly timesReading: number;
};

const readEach = (texts: readonly string[]): number => {
  let sum = 0;
  for (const text of texts)
    for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) % 65_521;
  return sum;
};

/** The minimum of several rounds, because other load only adds time. */
const bestOf = (rounds: number, work: () => void): number =>
  Math.min(...Array.from({ length: rounds }, () => cpuTimeOf(work)));

/** The time of a search in proportion to the length of its input. */
export const timePerText = (texts: readonly string[], search: (text: string) => unknown): TimePerText => {
  const stretches = texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS;
  const searching = bestOf(5, () => {
    for (const text of texts) search(text);
  });
  let read = 0;
  const reading = bestOf(5, () => {
    // Ten times, because once is too short for the clock.
    for (let time = 0; time < 10; time += 1) read += readEach(texts);
  });
  return {
    milliseconds: searching / stretches,
    timesReading: read < 0 ? 0 : searching / Math.max(reading / 10, Number.EPSILON),
  };
};
