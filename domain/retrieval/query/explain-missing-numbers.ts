import type { Passage } from '../passage.ts';
import { protocolNumberKey, protocolNumbersOf, sectionNumbersOf } from '../protocol-numbers.ts';
import type { QueryInterpretation } from './query-interpretation.ts';

type Numbered = Pick<Passage, 'title' | 'fileName' | 'protocolNumber' | 'sectionPath'>;

/** A list in a sentence: `a, b or c`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/**
 * Names the protocols that were requested by number and not found; returns nothing when all were. The pediatric version
 * of a protocol, `1219-P` for `1219`, counts as found.
 */
export const explainMissingNumbers = (
  { protocolNumbers }: Pick<QueryInterpretation, 'protocolNumbers'>,
  found: readonly Numbered[],
): readonly string[] => {
  if (protocolNumbers.length === 0) return [];
  const there = new Set(
    found.flatMap((passage) =>
      [...protocolNumbersOf(passage), ...sectionNumbersOf(passage.sectionPath)].map(protocolNumberKey),
    ),
  );
  const missing = protocolNumbers.filter((asked) => {
    const key = protocolNumberKey(asked);
    return !there.has(key) && !there.has(`${key}p`);
  });
  if (missing.length === 0) return [];
  return [`No document that was found has the number ${listed(missing.map((one) => one.toUpperCase()))}.`];
};
