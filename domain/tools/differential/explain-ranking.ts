import type { Diagnosis } from './diagnoses.ts';
import type { RankedDiagnosis } from './rank-diagnoses.ts';

/** The meaning of the words in the result. */
const meaningOfWords =
  'High, medium and low state how well the reported features fit what the cited documents say about a diagnosis, not how common it is.';

const nothingFound =
  'No document of the knowledge base was found that links the stated features to a diagnosis that this patient can have. The list is empty for that reason; it does not mean that there is nothing to find.';

const describeUndocumented = (left: readonly Diagnosis[]): readonly string[] =>
  left.length === 0
    ? []
    : [
        `Not to be missed with these features, although no document that was found says so, which is the only reason why they are not on the list: ${left.map(({ name }) => name).join(', ')} (life-threatening causes by complaint, Tintinalli's Emergency Medicine, 9th ed.).`,
      ];

const marksOf = (numbers: readonly number[]): string => numbers.map((n) => `[${n}]`).join('');

const lineOf = (
  { diagnosis, probability, keyFeatures, missingFeatures, history }: RankedDiagnosis,
  at: number,
  numbers: readonly number[],
): string => {
  const parts = [
    `${at + 1}. ${diagnosis.name} (${probability}${diagnosis.mustNotMiss ? ', must not be missed' : ''}): fits ${keyFeatures.join(', ')}`,
    ...(history.length > 0 ? [`associated history: ${history.join(', ')}`] : []),
    ...(missingFeatures.length > 0 ? [`not stated: ${missingFeatures.join(', ')}`] : []),
  ];
  return `${parts.join('; ')} ${marksOf(numbers)}`;
};

/**
 * Explains the order of a list, diagnosis by diagnosis, with citation numbers.
 *
 * @param numbersOf the citation numbers of a diagnosis
 * @param left diagnoses that must not be missed and that no document mentioned
 */
export const explainRanking = (
  ranked: readonly RankedDiagnosis[],
  numbersOf: (one: RankedDiagnosis) => readonly number[],
  left: readonly Diagnosis[] = [],
): string =>
  [
    ...(ranked.length === 0
      ? [nothingFound]
      : [meaningOfWords, ...ranked.map((one, at) => lineOf(one, at, numbersOf(one)))]),
    ...describeUndocumented(left),
  ].join('\n');
