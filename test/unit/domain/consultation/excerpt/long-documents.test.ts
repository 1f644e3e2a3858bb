import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import { bestPlacesFirst } from '../../../../../domain/consultation/excerpt/choose-blocks.ts';
import type { Block } from '../../../../../domain/consultation/excerpt/outline/block.ts';
import { omitUndefined } from '../../../../../domain/kernel/omit-undefined.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

/** A section of a book, on its own page. */
type Section = { readonly page: number; readonly text: string; readonly path?: readonly string[] };

const bookOf = (sections: readonly Section[], title = 'Hospital Formulary'): readonly Passage[] =>
  [{ page: 1, text: `# ${title}\n\n## Use\n\nRead the page.` }, ...sections].map(
    ({ page, text, path = [] }: Section, index) =>
      givenPassage({
        docKey: title,
        chunkId: `${title}@1#${index}`,
        title,
        index,
        text,
        sectionPath: [...path],
        firstPage: page,
        lastPage: page,
      }),
  );

const answerFrom = (question: string, ...books: readonly (readonly Passage[])[]) =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    books.flatMap((book, place) =>
      book.map((passage, at) => ({ passage, score: 0.9 - place * 0.02 - at * 0.01 })),
    ),
    { wholeDocument: (docKey) => books.find(([first]) => first?.docKey === docKey) ?? [] },
  );

describe('an answer from a long document', () => {
  it('does not answer with a chart from the section of another condition', () => {
    const book = bookOf([
      {
        page: 20,
        text: '# Pneumocystis pneumonia\n\n• Tablets a day for an adult, by weight:\n  - > 60 kg: four tablets\n  - < 60 kg: three tablets',
      },
      { page: 70, text: '# Tuberculosis\n\n• Regimen 1 has five tablets from 55 kg.' },
    ]);
    const { answer } = answerFrom('how many tablets a day for tuberculosis, adult of 62 kg', book);
    const [right, other] = [answer.indexOf('five tablets'), answer.indexOf('four tablets')];
    expect(right).toBeGreaterThan(0);
    expect(other === -1 || other > right).toBe(true);
  });

  it('does not quote its table of contents', () => {
    const book = bookOf([
      {
        page: 2,
        path: ['Table of contents', 'Chapter 3'],
        text: '# Table of contents\n\n## Chapter 3\n\nPolymorphic ventricular tachycardia: magnesium and pacing\n\nAtrial flutter',
      },
      {
        page: 90,
        text: '# Polymorphic ventricular tachycardia\n\n• Magnesium sulphate 2 g IV over 10 minutes.',
      },
    ]);
    const { answer } = answerFrom('polymorphic ventricular tachycardia magnesium dose', book);
    expect(answer).toContain('2 g IV');
    expect(answer).not.toContain('Atrial flutter');
  });

  it('has no part that is only the heading of a chapter', () => {
    const book = bookOf([
      { page: 10, text: '# Neurology' },
      { page: 30, text: '## Epilepsy\n\n• Phenytoin 20 mg/kg IV as a loading dose.' },
      { page: 50, text: '## Pain\n\n• Phenytoin loading dose is not for pain.' },
    ]);
    const { citations } = answerFrom('phenytoin loading dose', book);
    const texts = citations.flatMap(({ parts }) => parts.map(({ text }) => text));
    expect(texts.some((text) => text.includes('20 mg/kg'))).toBe(true);
    expect(texts).not.toContain('Neurology');
  });
});

describe('the parts of a quotation', () => {
  const passage = givenPassage();
  const blockOn = (page: number, under?: number): Block => ({
    kind: under === undefined ? 'paragraph' : 'entry',
    lines: ['A statement.'],
    passage,
    places: [{ passage, pages: [page, page] }],
    ...omitUndefined({ under }),
  });

  it('are the places of the document by how well they answer, not by page', () => {
    const blocks = [blockOn(12), blockOn(40), blockOn(41), blockOn(80)];
    const parts = bestPlacesFirst(blocks, { chosen: [0, 1, 2, 3], best: [2, 3, 0, 1] });
    expect(parts).toEqual([[1, 2], [3], [0]]);
  });

  it('keep an item with what introduces it, pages before', () => {
    const blocks = [blockOn(12), blockOn(15, 0)];
    expect(bestPlacesFirst(blocks, { chosen: [0, 1], best: [1, 0] })).toEqual([[0, 1]]);
  });
});

describe('a note below a dose', () => {
  it('goes with that dose, whichever other dose it mentions', () => {
    const book = bookOf([
      {
        page: 5,
        text: '# Seizures\n\n• Call for help.\n\n# Maintenance therapy\n\n• Phenytoin 100 mg IV 8 hourly.\n  - Begin no more than 12 hours after the loading dose of phenytoin.\n\n# Initial treatment\n\n• Phenytoin 20 mg/kg IV, not faster than 50 mg/minute.',
      },
    ]);
    const { answer } = answerFrom('phenytoin loading dose', book);
    expect(answer.indexOf('20 mg/kg')).toBeGreaterThan(0);
    const maintenance = answer.indexOf('100 mg IV');
    expect(maintenance === -1 || maintenance > answer.indexOf('20 mg/kg')).toBe(true);
  });
});

describe('a question about a drug that no table lists', () => {
  const other = bookOf([{ page: 1, text: 'CrCl 22: tenofovir 300 mg every 72 hours.' }], 'HIV guideline');
  const label = bookOf(
    [{ page: 3, text: '# Renal impairment\n\nCrCl below 30 mL/min: zelbavancin 1125 mg once.' }],
    'Zelbavancin label',
  );

  it('is not answered with the dose of another drug for the same renal function', () => {
    const { answer, citations } = answerFrom('zelbavancin CrCl 22', other, label);
    expect(citations[0]?.passage.title).toBe('Zelbavancin label');
    expect(answer).not.toContain('tenofovir');
  });
});

describe('a document of a unit for children', () => {
  it('is for children', () => {
    const picu = bookOf(
      [{ page: 1, text: 'Hypertonic saline 3% 3 mL/kg for raised ICP.' }],
      'Raised ICP (PICU guidelines)',
    );
    const general = bookOf(
      [
        {
          page: 1,
          text: 'Children with raised intracranial pressure: hypertonic saline is given by specialists.',
        },
      ],
      'Meningitis',
    );
    const { answer } = answerFrom('3% saline bolus raised ICP child', picu, general);
    expect(answer).toContain('3 mL/kg');
  });
});
