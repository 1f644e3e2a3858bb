import { describe, expect, it } from 'vitest';
import { splitStatements } from '../../../../domain/clinical-text/split-statements.ts';
import {
  composeExtractiveAnswer,
  excerptNotice,
  nothingFound,
} from '../../../../domain/consultation/compose-extractive-answer.ts';
import type { Passage } from '../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage, samplePassages } from '../retrieval/given-passages.ts';

const sample = (docKey: string): Passage => {
  const found = samplePassages.find((passage) => passage.docKey === docKey);
  if (!found) throw new Error(`no sample ${docKey}`);
  return found;
};

const answer = (question: string, passages: readonly Passage[], limit = 5) =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    passages.map((passage, index) => ({ passage, score: 0.9 - index * 0.1 })),
    { limit },
  );

describe('an extractive answer', () => {
  it('quotes the line with the dose under its heading', () => {
    const passage = givenPassage({
      text: '1. Check the airway.\n2. For anaphylaxis:\nEpinephrine 0.5 mg IM, repeat in 10 min.\n3. Transport without delay.',
    });
    const { citations } = answer('epinephrine dose anaphylaxis', [passage]);
    expect(citations[0]?.excerpt).toBe('2. For anaphylaxis:\nEpinephrine 0.5 mg IM, repeat in 10 min.\n[…]');
  });

  it('never quotes half a list of doses', () => {
    const list = [
      'Nitroglycerin for pulmonary edema:',
      '0.4 mg SL for SBP 100',
      '0.8 mg SL for SBP 150',
      '1.2 mg SL for SBP 200',
    ];
    const passage = givenPassage({ text: ['Give oxygen.', ...list].join('\n') });
    expect(answer('ntg dose sbp 150', [passage]).citations[0]?.excerpt).toBe(list.join('\n'));
  });

  it('quotes word for word and marks omissions', () => {
    const lines = [
      'Midazolam 10 mg IM for seizure.',
      'Keep the patient warm.',
      'Speak calmly to all bystanders.',
      'Repeat midazolam once for continuing seizure.',
    ];
    const { citations } = answer('midazolam seizure', [givenPassage({ text: lines.join('\n\n') })]);
    expect(citations[0]?.excerpt).toBe(`${lines[0]}\n[…]\n${lines[3]}`);
  });

  it('numbers its citations from 1, in the order of the answer', () => {
    const { answer: text, citations } = answer('epinephrine anaphylaxis adult', [
      sample('protocol-901'),
      sample('protocol-905'),
    ]);
    expect(citations.map((citation) => citation.n)).toEqual(citations.map((_, index) => index + 1));
    for (const { n, passage, excerpt } of citations) {
      expect(text).toContain(`[${n}] ${passage.title}, page ${passage.firstPage}`);
      expect(text).toContain(excerpt);
    }
    expect(text).toContain(excerptNotice);
  });

  it('states clearly that nothing was found', () => {
    expect(answer('anything', [])).toEqual({ answer: nothingFound, citations: [], warnings: [] });
  });

  it("keeps an adult's dose out of the answer about a child", () => {
    const { citations } = answer('epinephrine anaphylaxis 4 yo', [
      sample('protocol-901'),
      sample('protocol-901-p'),
    ]);
    expect(citations.map(({ passage }) => passage.docKey)).toEqual(['protocol-901-p']);
  });

  it('still answers from the available text when nothing is written for the patient', () => {
    expect(answer('midazolam seizure 4 yo', [sample('protocol-910')]).citations).toHaveLength(1);
  });

  it('warns of the contraindications in the documents', () => {
    const { warnings } = answer('nitroglycerin dose', [sample('protocol-905')]);
    expect(warnings).toEqual([
      'Do not give nitroglycerin if SBP is below 100 mmHg or after sildenafil within 48 hours. [1]',
    ]);
    expect(answer('aspirin dose', [sample('protocol-910')]).warnings).toEqual([]);
  });

  it('has at most the requested number of citations and quotes nothing far below the best', () => {
    expect(answer('epinephrine', samplePassages, 2).citations.length).toBeLessThanOrEqual(2);
    const results = [
      { passage: sample('protocol-901'), score: 0.9 },
      { passage: sample('protocol-910'), score: 0.2 },
    ];
    const interpretation = interpretQuery('epinephrine', emptyVocabulary);
    expect(composeExtractiveAnswer(interpretation, results).citations).toHaveLength(1);
  });

  it('keeps excerpts short and splits no character', () => {
    const passage = givenPassage({ text: `Epinephrine ${'🚑'.repeat(2000)}` });
    const excerpt = answer('epinephrine', [passage]).citations[0]?.excerpt ?? '';
    expect(excerpt.length).toBeLessThanOrEqual(2100);
    expect(excerpt.isWellFormed()).toBe(true);
  });
});

describe('splitting a passage into statements', () => {
  it('joins wrapped lines and separates entries', () => {
    const text = [
      '1. Give oxygen by a mask to every patient whose saturation is below the limit of the',
      'protocol.',
      '2. Start a line.',
      'CONTACT BASE for more.',
    ].join('\n');
    expect(splitStatements(text).map((statement) => statement.text)).toEqual([
      '1. Give oxygen by a mask to every patient whose saturation is below the limit of the protocol.',
      '2. Start a line.',
      'CONTACT BASE for more.',
    ]);
  });

  it('keeps the rows of a table under its header, without the rule', () => {
    const statements = splitStatements('| Drug | Dose |\n| --- | --- |\n| Aspirin | 325 mg |');
    expect(statements.map(({ text, under }) => [text, under])).toEqual([
      ['| Drug | Dose |', undefined],
      ['| Aspirin | 325 mg |', 0],
    ]);
  });

  it('does not end a sentence at "Ref. No." or within a decimal', () => {
    const text = `Patients of this group are treated as Ref. No. Eight says, with 0.5 mg of the drug at first and more later if it is needed by them. Everybody rests for some time.`;
    expect(splitStatements(text)).toHaveLength(2);
  });

  it('returns no statements for an empty text', () => {
    expect(splitStatements(' \n ')).toEqual([]);
  });
});
