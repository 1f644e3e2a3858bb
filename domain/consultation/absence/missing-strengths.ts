import { parseQuantities } from '../../clinical-text/parse-quantities.ts';
import type { Quantity } from '../../clinical-text/quantity.ts';
import { listInSentence } from '../../kernel/list-in-sentence.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { AnswerCitation } from '../answer-citation.ts';
import { isDrugTerm } from '../excerpt/drug-terms.ts';
import { termsIn } from '../excerpt/terms-of-text.ts';
import { type FoundDocument, placesElsewhere, wordingOf } from './found-documents.ts';

/** Whether a percentage is next to a drug: "3% saline", "lidocaine 2%", not "burns of 40%". */
const isBesideDrug = (text: string, { start, end }: Quantity): boolean => {
  const before = text.slice(0, start).trimEnd().split(' ').at(-1) ?? '';
  const after = text.slice(end).trimStart().split(' ')[0] ?? '';
  return [...termsIn(`${before}\n${after}`)].some(isDrugTerm);
};

/** A key for equal strengths: "D50" and "50%", "1:1,000" and "1 mg/mL". */
const strengthOf = ({ kind, unit, low }: Quantity): string | undefined => {
  if (kind === 'share') return `${low * 10} mg/mL`;
  return kind === 'strength' ? `${low} ${unit}` : undefined;
};

const strengthsIn = (text: string): ReadonlySet<string | undefined> =>
  new Set(parseQuantities(text).map(strengthOf));

const strengthsOfPassage = weakMemoize((passage: Passage) => strengthsIn(wordingOf(passage)));

/**
 * Names the requested strengths of a drug that are not quoted: D10 does not answer a question about D50. If a cited
 * document names one elsewhere, with the place.
 */
export const strengthsMissing = (
  { original, entities: { drugs } }: QueryInterpretation,
  documents: readonly FoundDocument[],
  citations: readonly AnswerCitation[],
): readonly string[] => {
  if (drugs.length === 0) return [];
  const asked = parseQuantities(original)
    .filter((one) => one.kind !== 'share' || /^d/i.test(one.written) || isBesideDrug(original, one))
    .filter((one) => strengthOf(one) !== undefined);
  if (asked.length === 0) return [];
  const quoted = citations.flatMap(({ parts }) => parts.map(({ text }) => text)).join('\n');
  const there = strengthsIn(quoted);
  const missing = new Map(
    asked.flatMap((one) => {
      const strength = strengthOf(one);
      const written = one.written.toUpperCase();
      if (there.has(strength) || quoted.toUpperCase().includes(written)) return [];
      const holds = (passage: Passage): boolean =>
        strengthsOfPassage(passage).has(strength) || wordingOf(passage).toUpperCase().includes(written);
      return [[written, placesElsewhere(documents, holds)] as const];
    }),
  );
  const nowhere = [...missing].filter(([, places]) => places === '').map(([written]) => written);
  const other = 'any strength that these excerpts give may be a different one.';
  return [
    ...(nowhere.length === 0
      ? []
      : [
          `None of these excerpts names ${listInSentence(nowhere, 'or')}: any strength they give may be a different one.`,
        ]),
    ...[...missing].flatMap(([written, places]) =>
      places === '' ? [] : [`${written} is named in ${places}, which is not quoted here: ${other}`],
    ),
  ];
};
