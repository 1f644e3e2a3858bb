import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignWordPieces } from '../../../../../infra/models/phi-detection/align-word-pieces.ts';

const pieces = (...words: readonly string[]) => words.map((word) => ({ word, entity: 'O', score: 1 }));
const found = (text: string, ...words: readonly string[]): readonly string[] =>
  alignWordPieces(text, pieces(...words)).map(({ start, end }) => text.slice(start, end));

describe('aligning word pieces with their text', () => {
  it('finds pieces inside and at the beginning of words', () => {
    expect(
      found('Pt Müller, seen by Nguyen', 'Pt', 'Mü', '##ller', ',', 'seen', 'by', 'Ng', '##uyen'),
    ).toEqual(['Pt', 'Mü', 'ller', ',', 'seen', 'by', 'Ng', 'uyen']);
  });

  it('matches by letters when the model reads lower case only', () => {
    expect(found('JOHN Smith', 'john', 'smith')).toEqual(['JOHN', 'Smith']);
  });

  it('skips a word missing from the vocabulary, and finds the following ones', () => {
    expect(found('seen ☃ by Okonkwo', 'seen', '[UNK]', 'by', 'Ok', '##onkwo')).toEqual([
      'seen',
      'by',
      'Ok',
      'onkwo',
    ]);
  });

  it('does not mistake a later occurrence for an earlier one', () => {
    const text = 'Ann saw Ann';
    const [first, , second] = alignWordPieces(text, pieces('Ann', 'saw', 'Ann'));
    expect([first?.start, second?.start]).toEqual([0, 8]);
  });

  it('finds all pieces of any text split at any positions, in order', () => {
    const cut = fc
      .array(fc.stringMatching(/^[a-zäöüß]{1,8}$/u), { minLength: 1, maxLength: 30 })
      .map((words) => ({ text: words.join(' '), words }));
    fc.assert(
      fc.property(cut, ({ text, words }) => {
        expect(found(text, ...words)).toEqual(words);
      }),
    );
  });
});
