import { cpuTimeOf } from '../../support/cpu-time.ts';

/** Characters of a long question or a short note, for which times are reported. */
const CHARACTERS = 500;

export type TimePerText = {
  /** Milliseconds of the processor for 500 characters. */
  readonly milliseconds: number;
  /** How many times as long as reading each character of the same texts once: comparable between machines. */
  readonly timesReading: number;
};

const readEach = (texts: readonly string[]): number => {
  let sum = 0;
  for (const text of texts)
    for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) % 65_521;
  return sum;
};

/** The best of a few rounds: what else runs on the machine only adds. */
const bestOf = (rounds: number, work: () => void): number =>
  Math.min(...Array.from({ length: rounds }, () => cpuTimeOf(work)));

/** How long a search takes in proportion to the length of what it reads. */
export const timePerText = (texts: readonly string[], search: (text: string) => unknown): TimePerText => {
  const stretches = texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS;
  const searching = bestOf(5, () => {
    for (const text of texts) search(text);
  });
  let read = 0;
  const reading = bestOf(5, () => {
    // Ten times: once is too short for the clock.
    for (let time = 0; time < 10; time += 1) read += readEach(texts);
  });
  return {
    milliseconds: searching / stretches,
    timesReading: read < 0 ? 0 : searching / Math.max(reading / 10, Number.EPSILON),
  };
};
