import type { PubmedRecord } from './pubmed-records.ts';

/** The notice to readers for each kind of correction. */
const sentences: Readonly<Record<string, string>> = {
  PartialRetractionIn: 'Part of this article was retracted.',
  ExpressionOfConcernIn: 'The journal has published an expression of concern about this article.',
  CorrectedandRepublishedIn: 'This article was corrected and published again.',
  ErratumIn: 'A correction of this article was published.',
};

/** Returns notices of later corrections of an article that is not fully retracted; most serious first. */
export const noticesOf = ({ corrections, updatedIn }: PubmedRecord): readonly string[] => [
  ...Object.entries(sentences).flatMap(([type, sentence]) => (corrections.includes(type) ? [sentence] : [])),
  ...(corrections.includes('UpdateIn')
    ? [
        `There is a later version of this article${updatedIn.length === 0 ? '' : `: PMID ${updatedIn.join(', ')}`}.`,
      ]
    : []),
];
