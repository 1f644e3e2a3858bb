import { describe, expect, it } from 'vitest';
import { findForeignWords } from '../../../scripts/language/find-foreign-words.ts';

const wordsIn = (source: string, kept: readonly string[] = []) =>
  findForeignWords('a.ts', source, new Set(kept)).map(({ line, word }) => `${line} ${word}`);

describe('the replaced words', () => {
  it.each([
    ['a comment', '// Nobody reads it.', ['1 Nobody']],
    ['a message', "throw new Error('Ask whoever wrote it.');", ['1 whoever']],
    ['a template', 'const text = `made\n anew`;', ['2 anew']],
    ['an identifier', 'const toldIn = 1;', ['1 toldIn']],
    ['a member name', 'const a = { readAnew: 1 };', ['1 readAnew']],
    ['a coined name', 'type QuestionInHand = string;', ['1 QuestionInHand']],
    ['a function name', 'const countHeldByWords = () => 1;', ['1 countHeldByWords']],
  ])('are found in %s, with their line', (_, source, expected) => {
    expect(wordsIn(source)).toEqual(expected);
  });

  it('are not found inside other words', () => {
    expect(wordsIn('const untold = 1; // foretold')).toEqual([]);
  });

  it('may be a whole permitted literal, and no other literal or name', () => {
    expect(wordsIn("const of = 'told';", ['told'])).toEqual([]);
    expect(wordsIn("const of = 'told so';", ['told'])).toEqual(['1 told']);
    expect(wordsIn('const told = 1;', ['told'])).toEqual(['1 told']);
  });
});
