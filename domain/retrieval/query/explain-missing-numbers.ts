import type { Passage } from '../passage.ts';
import { protocolNumberKey, protocolNumbersOf, sectionNumbersOf } from '../protocol-numbers.ts';
import type { QueryInterpretation } from './query-interpretation.ts';

type Numbered = Pick<Passage, 'title' | 'fileName' | 'protocolNumber' | 'sectionPath'>;

/** A list in a sentence: `a, b or c`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/**
 * Says which of the protocols that were asked for by number are not among what was found; nothing where all are. A child's
 * version, `1219-P` for `1219`, is the protocol as well.
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
