import type { PubmedRecord } from './pubmed-records.ts';

/** By how another record corrects an article: what its reader must know. */
const sentences: Readonly<Record<string, string>> = {
  PartialRetractionIn: 'Part of this article was retracted.',
  ExpressionOfConcernIn: 'The journal has published an expression of concern about this article.',
  CorrectedandRepublishedIn: 'This article was corrected and published again.',
  ErratumIn: 'A correction of this article was published.',
};

/** What later records say of an article that is not retracted as a whole; the gravest first. */
export const noticesOf = ({ corrections, updatedIn }: PubmedRecord): readonly string[] => [
  ...Object.entries(sentences).flatMap(([type, sentence]) => (corrections.includes(type) ? [sentence] : [])),
  ...(corrections.includes('UpdateIn')
    ? [
        `There is a later version of this article${updatedIn.length === 0 ? '' : `: PMID ${updatedIn.join(', ')}`}.`,
      ]
    : []),
];
