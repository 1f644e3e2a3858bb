import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTermNumbers } from '../../../../domain/language/term-numbers.ts';

it('numbers different terms of any characters in the order of their coming, whatever the seed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 30 }),
      fc.integer(),
      (terms, seed) => {
        const numbers = createTermNumbers(seed);
        const different = [...new Set(terms)];
        for (const term of terms) expect(numbers.add(term)).toBe(different.indexOf(term));
        expect(different.map((_, number) => numbers.termAt(number))).toEqual(different);
        expect(different.map(numbers.find)).toEqual([...different.keys()]);
        expect(numbers.find(`${terms.join('')}?`)).toBe(-1);
      },
    ),
    { numRuns: 40 },
  );
});

it('knows each of many terms again', () => {
  const numbers = createTermNumbers(7);
  const terms = Array.from({ length: 5000 }, (_, at) => `word${at * 7919}`);
  for (const term of terms) numbers.add(term);
  expect(numbers.size()).toBe(5000);
  expect(terms.map(numbers.find)).toEqual([...terms.keys()]);
});
