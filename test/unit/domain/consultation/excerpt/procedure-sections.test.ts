import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { questionKindOf } from '../../../../../domain/retrieval/query/question-kind.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

const rules = Array.from(
  { length: 14 },
  (_, at) =>
    `${String.fromCharCode(65 + at)}. Cricothyrotomy and its insertion kit are reserved for certified crews, rule ${at + 1}, and every cricothyrotomy insertion is reviewed by the agency.`,
);
const steps = [
  'Palpate the membrane and hold the larynx between thumb and finger.',
  'Cut the skin lengthwise over the membrane.',
  'Push the blade through the membrane and turn it by a quarter.',
  'Slide the tube over the hook and inflate its cuff.',
  'Confirm the position by capnography.',
  'Tie the tube to the neck.',
].map((step, at) => `${at + 1}. ${step}`);

const policy = ['I. Policy:', ...rules].join('\n');
const procedure = [
  'II. Procedure:',
  'A. Prepare suction.',
  'B. Insertion:',
  ...steps,
  'C. Removal:',
  '1. Deflate the cuff.',
].join('\n');

const ask = (question: string, passages: readonly (readonly [text: string, score: number])[]) => {
  const read = passages.map(([text], index) =>
    givenPassage({ title: 'Cricothyrotomy', text, index, chunkId: `guideline-x@1#${index}` }),
  );
  return composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    read.map((passage, index) => ({ passage, score: passages[index]?.[1] ?? 0 })),
    { wholeDocument: () => read },
  );
};

describe('the answer to how something is done', () => {
  it('quotes every step of the procedure before the policy that names it more often', () => {
    const { citations } = ask('cricothyrotomy insertion steps', [
      [policy, 0.9],
      [procedure, 0.5],
    ]);
    const excerpt = citations[0]?.excerpt ?? '';
    for (const step of steps) expect(excerpt).toContain(step);
    expect(excerpt.indexOf('1. Palpate')).toBeLessThan(
      excerpt.includes('rule 1') ? excerpt.indexOf('rule 1') : excerpt.length,
    );
  });

  it('quotes the policy where the document holds no steps', () => {
    const { citations } = ask('cricothyrotomy insertion steps', [[policy, 0.9]]);
    expect(citations[0]?.excerpt).toContain('reserved for certified crews');
  });

  it.each([
    'needle thoracostomy landmarks',
    'where exactly do I stick for an external jugular line',
    'where to insert the needle for decompression',
  ])('%s asks for a procedure', (question) => {
    expect(questionKindOf(interpretQuery(question, emptyVocabulary))).toBe('procedure');
  });

  it('does not read where a patient is taken as a procedure', () => {
    expect(questionKindOf(interpretQuery('where do I take a burn patient', emptyVocabulary))).not.toBe(
      'procedure',
    );
  });
});
