import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

/** The titles of the cited documents, of those that the search found with their scores. */
const cited = (question: string, documents: readonly (readonly [string, string, number])[]) =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    documents.map(([title, text, score]) => ({
      passage: givenPassage({
        docKey: title,
        chunkId: `${title}@1#0`,
        title,
        fileName: `${title}.pdf`,
        text,
      }),
      score,
    })),
  ).citations.map(({ passage }) => passage.title);

const burns = (place: string) => `Cool a burn of the ${place} with running water for 20 minutes.`;

describe('a third document of an answer', () => {
  it('is left out if it matches the question much less well than the first', () => {
    const [first, second] = [
      ['Burns', burns('arm'), 0.9],
      ['Scalds', burns('leg'), 0.85],
    ] as const;
    const question = 'how to cool a burn';
    expect(cited(question, [first, second, ['Eyes', burns('eye'), 0.8]])).toHaveLength(3);
    expect(cited(question, [first, second, ['Eyes', burns('eye'), 0.55]])).toEqual(['Burns', 'Scalds']);
  });

  it('is shown nevertheless if it gives a dose of the drug asked for', () => {
    const doses = (amount: string) => `Fentanyl ${amount} IV for severe pain.`;
    expect(
      cited('fentanyl dose', [
        ['Pain', doses('50 mcg'), 0.9],
        ['Burns', doses('75 mcg'), 0.85],
        ['Trauma', doses('100 mcg'), 0.55],
      ]),
    ).toEqual(['Pain', 'Burns', 'Trauma']);
  });
});
