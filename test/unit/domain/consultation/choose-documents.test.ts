import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

/** The titles of an answer's documents, which the search found in the given order. */
const citedFor = (
  question: string,
  ...documents: readonly (readonly [string, string])[]
): readonly string[] =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    documents.map(([title, text], at) => ({
      passage: givenPassage({ docKey: title, chunkId: `${title}@1#0`, title, fileName: `${at}.pdf`, text }),
      score: 0.9 - at * 0.02,
    })),
  ).citations.map(({ passage }) => passage.title);

describe('the first document of an answer about a dose', () => {
  it.each(['Unit Inventory', 'ALS Equipment and Supplies', 'Drug Security', 'Paramedic Scope of Practice'])(
    'is not a list of what is carried: %s',
    (title) => {
      const stock = [title, 'Epinephrine 1 mg, 10 vials. Amiodarone 150 mg, 6 vials'] as const;
      const orders = ['Allergic Reaction', 'Epinephrine 0.3 mg IM for anaphylaxis'] as const;
      expect(citedFor('epinephrine dose', stock, orders)[0]).toBe('Allergic Reaction');
      expect(citedFor('how much epinephrine is in the inventory', stock, orders)[0]).toBe(title);
    },
  );

  const arrest = ['Cardiac Arrest', 'Amiodarone 300 mg IV for ventricular tachycardia'] as const;
  const rhythm = ['Stable Tachycardia', 'Amiodarone 150 mg IV for ventricular tachycardia'] as const;

  it.each([
    ['amiodarone dose stable ventricular tachycardia', 'Stable Tachycardia'],
    ['amiodarone dose ventricular tachycardia with a pulse', 'Stable Tachycardia'],
    ['amiodarone dose pulseless ventricular tachycardia', 'Cardiac Arrest'],
    ['amiodarone dose ventricular tachycardia in cardiac arrest', 'Cardiac Arrest'],
  ])('is for a patient with or without a pulse, as asked: %s', (question, title) => {
    expect(citedFor(question, arrest, rhythm)[0]).toBe(title);
    expect(citedFor(question, rhythm, arrest)[0]).toBe(title);
  });

  it('is for children where only their document names the disease', () => {
    const child = ['Respiratory Distress - Pediatric', 'Croup: normal saline 5 mL, nebulized'] as const;
    const adult = ['Respiratory Distress - Adult', 'Wheezing: normal saline 5 mL, nebulized'] as const;
    expect(citedFor('croup saline neb dose', child, adult)[0]).toBe(child[0]);
    expect(citedFor('wheezing saline neb dose', child, adult)[0]).toBe(adult[0]);
  });

  it('is not asked for by who, how or when something is done with the drug', () => {
    const rules = ['Controlled Drugs', 'Two medics witness the wasting of fentanyl.'] as const;
    const orders = ['Pain Management', 'Fentanyl 50 mcg IV'] as const;
    expect(citedFor('who has to witness wasting of fentanyl', rules, orders)[0]).toBe(rules[0]);
  });
});

describe('a list of what is carried', () => {
  const stock = [
    'EMS Equipment List',
    'Zofran 4 mg, 4 vials. Spare tire, optional. Do not store ondansetron above 30 °C',
  ] as const;
  const orders = ['Nausea', 'Ondansetron 4 mg IV for nausea. Contraindicated in long QT syndrome.'] as const;

  it.each(['ondansetron dose', 'when is ondansetron contraindicated', 'interactions of ondansetron'])(
    'is not quoted in the answer to "%s"',
    (question) => {
      expect(citedFor(question, stock, orders)).toEqual([orders[0]]);
      expect(citedFor(question, orders, stock)).toEqual([orders[0]]);
    },
  );

  it('is quoted if nothing else was found, or if it is asked for', () => {
    expect(citedFor('ondansetron dose', stock)).toEqual([stock[0]]);
    expect(citedFor('ondansetron dose on the equipment list', orders, stock)).toContain(stock[0]);
  });
});
