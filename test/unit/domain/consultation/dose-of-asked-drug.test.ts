import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import type { Passage } from '../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

const documentOf = (docKey: string, title: string, text: string): Passage =>
  givenPassage({ docKey, title, fileName: `${docKey}.pdf`, text });

const answerTo = (question: string, documents: readonly Passage[]) =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    documents.map((passage, at) => ({ passage, score: 0.9 - at * 0.05 })),
    { wholeDocument: (docKey) => documents.filter((one) => one.docKey === docKey) },
  );

const wheeze = documentOf(
  'wheeze',
  'Wheeze in children',
  'Starting dose in a child of 4 years: salbutamol 2.5 mg by nebulizer.\n\nGive prednisolone 20 mg by mouth.',
);

describe('a question about the dose of a drug that the terminology does not have', () => {
  it.each([
    'zelvarib starting dose',
    'starting dose of zelvarib',
    'how much zelvarib for a child of 4 years',
  ])('quotes no dose of another drug when no document names it: "%s"', (question) => {
    const { answer, citations } = answerTo(question, [wheeze]);
    expect(citations).toEqual([]);
    expect(answer).toContain('None of the documents found names zelvarib: no dose is quoted.');
    expect(answer).toContain('Wheeze in children');
    expect(answer).not.toMatch(/\d mg/);
  });

  it('quotes only the documents that name it, though others rank before them', () => {
    const own = documentOf(
      'zelvarib',
      'Formulary',
      'Zelvarib, by mouth, 40 mg daily.\n\nStart at 20 mg in the elderly.',
    );
    const { citations } = answerTo('zelvarib dose', [wheeze, own]);
    expect(citations.map(({ passage }) => passage.docKey)).toEqual(['zelvarib']);
  });

  it('knows a brand by the line with which its document defines it', () => {
    const label = documentOf(
      'label',
      'ZELVANCE (zelvarib) tablets, for oral use',
      'ZELVANCE (zelvarib) tablets, for oral use\n\nThe recommended dosage of zelvarib is 40 mg once daily.',
    );
    const { citations } = answerTo('zelvance dose', [wheeze, label]);
    expect(citations.map(({ passage }) => passage.docKey)).toEqual(['label']);
    expect(citations[0]?.excerpt).toContain('40 mg once daily');
  });

  it('reads a brand beside a known drug as that drug', () => {
    const stock = documentOf('stock', 'Stock', 'Soluble insulin (Zelrapid) 100 units in 1 ml.');
    const guide = documentOf('guide', 'Hyperkalaemia', 'Give insulin 10 units IV over 10 minutes.');
    const { citations } = answerTo('zelrapid dose for hyperkalaemia', [wheeze, stock, guide]);
    expect(citations.map(({ passage }) => passage.docKey).sort()).toEqual(['guide', 'stock']);
  });

  it('does not take an ordinary word for a drug', () => {
    const { citations } = answerTo('loading dose for a wheezy child', [wheeze]);
    expect(citations).toHaveLength(1);
  });
});

describe('a question about the dose of a listed drug', () => {
  it.each([
    'oxycodone overdose treatment dose',
    'oxycodone overdose dose of reversal drug',
    'what to give for oxycodone poisoning, dose',
  ])('keeps documents that never name it when it asks for something against it: "%s"', (question) => {
    const overdose = documentOf('overdose', 'Opioid overdose', 'Overdose: naloxone 0.4 mg IV, repeat once.');
    const { citations } = answerTo(question, [overdose]);
    expect(citations[0]?.excerpt).toContain('naloxone 0.4 mg IV');
  });

  it('leaves out documents that never name it', () => {
    const sedation = documentOf('sedation', 'Sedation', 'For sedation: midazolam 2 mg IV, maximum 10 mg.');
    const { citations, answer } = answerTo('dexmedetomidine dose for sedation', [sedation]);
    expect(citations).toEqual([]);
    expect(answer).toContain('None of the documents found names dexmedetomidine');
  });

  it('keeps a document that names it by a chemical symbol', () => {
    const rhythm = documentOf('rhythm', 'Torsades de pointes', 'Give Mg2+ 8 mmol IV over 10 min.');
    const { citations } = answerTo('magnesium dose torsades', [rhythm]);
    expect(citations).toHaveLength(1);
  });
});

/** The excerpt of a long document whose sections are equally relevant. */
const excerptOf = (question: string, sections: readonly string[]): string => {
  let start = 0;
  const passages = sections.map((text, index) => {
    const passage = givenPassage({
      docKey: 'handbook',
      chunkId: `handbook@1#${index}`,
      title: 'Handbook',
      text,
      index,
      start,
      end: start + text.length,
    });
    start += text.length + 2;
    return passage;
  });
  const { citations } = composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    passages.map((passage) => ({ passage, score: 0.9 })),
    { wholeDocument: () => passages },
  );
  return citations[0]?.excerpt ?? '';
};
const filler = (about: string): string =>
  Array.from({ length: 14 }, (_, at) => `${about} number ${at} is described here at full length.`).join(
    '\n\n',
  );

/** The first amount of an excerpt. */
const firstly = (amount: string): RegExp => new RegExp(String.raw`^\D*${amount}`);

describe('a drug with several doses in one document', () => {
  const aims = [
    `## Pancreatitis\n\nMagnesium sulfate, IV infusion, 25 mmol in 24 hours.\n\n${filler('A finding of the pancreas')}`,
    `## Eclampsia\n\nMagnesium sulfate, IV, 4 g over 20 minutes.\n\n${filler('A finding of the pregnancy')}`,
  ];

  it('is quoted first for what the question is about', () => {
    expect(excerptOf('magnesium dose eclampsia', aims)).toMatch(firstly('4 g'));
    expect(excerptOf('magnesium dose pancreatitis', aims)).toMatch(firstly('25 mmol'));
  });

  const torsades = [
    `## Wide tachycardia\n\n### Medicine treatment\n\n• Amiodarone, IV, 5 mg/kg over 30 minutes.\n  Precautions:\n  ◦ Avoid concomitant digoxin.\n  ◦ Monitor the eyes every 6 months.\n\n#### Torsades de pointes\n\nTorsades de pointes is a polymorphic ventricular tachycardia with a prolonged QT interval.\n\n### Treatment of torsades\n\nStop all drugs that prolong the QT interval.\n\n• Magnesium sulfate, IV, 2 g over 5 minutes.\n\n${filler('A finding of the heart')}`,
  ];

  it('is quoted without another drug that only restrictions would bring, and first', () => {
    const excerpt = excerptOf('torsades de pointes magnesium dose', torsades);
    expect(excerpt).toMatch(/^[\s\S]{0,120}Magnesium sulfate, IV, 2 g/);
    expect(excerpt).not.toContain('Amiodarone');
    expect(excerpt).not.toContain('digoxin');
  });

  const phases = [
    `## Maintenance therapy\n\nPhenytoin, IV, 100 mg every 8 hours in status epilepticus.\n\n${filler('A level')}`,
    `## First hour\n\nPhenytoin, IV, 20 mg/kg in status epilepticus.\n\n${filler('A seizure')}`,
  ];

  it.each([
    ['phenytoin loading dose status epilepticus', '20 mg/kg'],
    ['phenytoin maintenance dose status epilepticus', '100 mg'],
  ])('is quoted in the phase asked for: "%s"', (question, amount) => {
    expect(excerptOf(question, phases)).toMatch(firstly(amount));
  });

  const routes = [
    `## By vein\n\nMidazolam IV 2 mg for a seizure.\n\n${filler('A line')}`,
    `## By nose\n\nMidazolam IN 10 mg for a seizure.\n\n${filler('A spray')}`,
  ];

  it.each([
    ['midazolam intranasal dose seizure', '10 mg'],
    ['midazolam IV dose seizure', '2 mg'],
  ])('is quoted for the route asked for: "%s"', (question, amount) => {
    expect(excerptOf(question, routes)).toMatch(firstly(amount));
  });
});

describe('whether a drug that the terminology does not have may be given', () => {
  it('is answered first by what forbids it, although another document gives it', () => {
    const { answer } = answerTo('can I give loperamide in c diff', [
      documentOf(
        'primary-care',
        'Diarrhoea in Primary Care',
        'Give loperamide 4 mg initially, then 2 mg after each loose stool.',
      ),
      documentOf(
        'difficile',
        'Clostridioides Difficile Infection',
        'Do not offer antimotility medicines such as loperamide.\n\nDo not offer antibiotics to prevent infection.',
      ),
    ]);
    expect(answer).toMatch(
      /^What the cited documents forbid, hold or limit:\n- Do not offer antimotility medicines such as loperamide\. \[2\]\n\n/,
    );
  });
});

describe('a question that names a drug beside a condition', () => {
  const chestPain = documentOf(
    'chest-pain',
    'Chest Pain',
    'For chest pain give aspirin 324 mg by mouth.\n\nAspirin may be repeated once for chest pain.',
  );
  const stimulants = (text: string): Passage => documentOf('stimulants', 'Stimulants', text);

  it.each(['cocaine chest pain aspirin', 'aspirin for chest pain', 'chest pain aspirin dose'])(
    'is answered first by what a row of a further document forbids for the two: "%s"',
    (question) => {
      const { answer } = answerTo(question, [
        chestPain,
        stimulants(
          '| ADULT | PEDIATRIC |\n| --- | --- |\n| Midazolam 2 mg IV | Midazolam 0.1 mg/kg IV |\n| If chest pain present, refer to chest pain policy. DO NOT GIVE ASPIRIN OR NITROGLYCERIN (Consult with ED Physician) | |',
        ),
      ]);
      expect(answer).toMatch(
        /^(?:None of the results names cocaine\.\n\n)?What the cited documents forbid, hold or limit:\n- .*DO NOT GIVE ASPIRIN .*\[2\]\n\n/,
      );
    },
  );

  it('says once that the drug is excluded', () => {
    const { answer } = answerTo('cocaine chest pain aspirin', [
      chestPain,
      stimulants('Do not give aspirin for chest pain after cocaine.'),
    ]);
    expect(answer).toMatch(/^Excluded for this patient/);
    expect(answer).not.toContain('What the cited documents forbid');
  });

  it('is answered by the first document where a further one forbids the drug for something else', () => {
    const { answer, warnings } = answerTo('chest pain aspirin', [
      chestPain,
      documentOf('fever', 'Fever in Children', 'Do not give aspirin to a child with fever.'),
    ]);
    expect(warnings.join()).toContain('Do not give aspirin to a child with fever');
    expect(answer).not.toContain('What the cited documents forbid');
  });

  it('counts the salts of one drug as one', () => {
    const { answer, warnings } = answerTo('hyperkalemia calcium', [
      documentOf('potassium', 'Hyperkalemia', 'For hyperkalemia give calcium chloride 1 g IV.'),
      documentOf(
        'bones',
        'Bones',
        'Do not give calcium chloride or calcium gluconate for longer than 3 months.',
      ),
    ]);
    expect(warnings.join()).toContain('longer than 3 months');
    expect(answer).not.toContain('What the cited documents forbid');
  });
});
