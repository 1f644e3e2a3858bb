import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import { drugsTaken, drugsToGive } from '../../../../domain/consultation/drugs-taken.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { vocabularyWithoutCorpus } from '../../../../domain/retrieval/query/query-vocabulary.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

const read = (question: string) => {
  const {
    original,
    entities: { drugs },
  } = interpretQuery(question, emptyVocabulary);
  return { original, drugs };
};

describe('the drugs that a question asks to give', () => {
  it.each([
    ['bleeding on warfarin, how much vitamin K', []],
    ['patient on warfarin how much vitamin K', []],
    ['after adenosine 6 mg what dose of diltiazem', ['diltiazem']],
    ['took metoprolol, glucagon dose?', ['glucagon']],
    ['fentanyl dose for a patient already taking methadone', ['fentanyl']],
  ])('leave out those that its patient is on: "%s"', (question, given) => {
    expect(drugsToGive(read(question))).toEqual(given);
  });

  it('are all of them if it says of none that the patient is on it', () => {
    const both = read('ketamine and midazolam doses');
    expect(drugsToGive(both)).toEqual(both.drugs);
    expect(both.drugs).toHaveLength(2);
  });

  it('are all of them if the patient is on all', () => {
    const both = read('patient on amiodarone and digoxin, how much digoxin can I give');
    expect(drugsToGive(both)).toEqual(both.drugs);
    expect(drugsToGive(read('patient on warfarin, how much to give'))).toEqual(['warfarin']);
  });

  it('include one that is to be combined, which still counts as taken for exclusions', () => {
    const both = read('ketamine dose with midazolam');
    expect(drugsToGive(both)).toEqual(both.drugs);
    expect(drugsTaken(both)).toEqual(['midazolam']);
  });
});

describe("the dose of an antidote in an answer about a patient's drug", () => {
  const documents = [
    givenPassage({
      docKey: 'clinic',
      title: 'Anticoagulation clinic',
      text: 'Warfarin, by mouth, 5 mg daily in the first week after a bleeding.\n\nWarfarin 2.5 mg in the elderly.',
    }),
    givenPassage({
      docKey: 'reversal',
      title: 'Bleeding and anticoagulation',
      text: 'Bleeding on warfarin: vitamin K, IV, 10 mg over 20 minutes.',
    }),
  ];

  it('is quoted, and no dose of the drug that the patient is on', () => {
    const { citations } = composeExtractiveAnswer(
      interpretQuery('major bleeding on warfarin, how much vitamin K', vocabularyWithoutCorpus()),
      documents.map((passage, at) => ({ passage, score: 0.9 - at * 0.05 })),
      { wholeDocument: (docKey) => documents.filter((one) => one.docKey === docKey) },
    );
    expect(citations.map(({ passage }) => passage.docKey)).toEqual(['reversal']);
  });
});
