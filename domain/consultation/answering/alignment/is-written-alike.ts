import type { Place } from '../evidence-index.ts';
import type { Item } from './read-items.ts';

const digits = /\d+(?:[.,]\d+)*/g;
/** "1,000": a comma that groups digits is read in one way only. */
const grouping = /,(?=\d{3}(?!\d))/g;
/** "5 U" is read as 50, "10 µg" as 10 mg and "IU" as IV. */
const errorProneUnits = /(?<=\d\s?)(?:U|IU|cc|[µμ]g)(?![\p{L}\p{N}])/gu;

const notationsIn = (text: string): readonly string[] => [
  ...(text.match(digits) ?? []).map((number) => number.replace(grouping, '')),
  ...(text.match(errorProneUnits) ?? []),
];

/**
 * Whether the amounts of a sentence are written as in a statement or its heads. Equal amounts can be read differently:
 * "1.0 mg" as 10, "0,3 mg" as 3, "5 U" as 50 (Joint Commission, "Do Not Use" list; ISMP, error-prone abbreviations).
 */
export const isWrittenAlike = (items: readonly Item[], { statement, heads }: Place): boolean => {
  const written = new Set([statement, ...heads].flatMap(({ text }) => notationsIn(text)));
  return items.every(
    ({ number }) =>
      number === undefined || notationsIn(number.written).every((notation) => written.has(notation)),
  );
};
