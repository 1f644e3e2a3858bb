import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainWords } from '../../../../../infra/services/lookups/plain-words.ts';

it.each([
  ['beta-blockers in Heart Failure', 'beta-blockers in heart failure'],
  ["Crohn's disease, E11.9", "crohn's disease e11.9"],
  ['diabetes OR AREA[OverallStatus]COMPLETED', 'diabetes or area overallstatus completed'],
  ['"exact" -not +must site:evil.com (a AND b)', 'exact not must site evil.com a and b'],
  ['NOT (MISSING) EXPANSION[None]\\x', 'not missing expansion none x'],
  ['   ', ''],
])('a search text: %j is reduced to words', (text, words) => {
  expect(plainWords(text, 50)).toBe(words);
});

it('a search text keeps no operator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const words = plainWords(`AND ${text} OR site:x "y" -z`, 1000);
      expect(words).not.toMatch(/[A-Z()[\]{}":~^*?+\\/|&!<>=]/);
      for (const word of words.split(' ')) expect(word).not.toMatch(/^-|-$/);
    }),
  );
});

it('a search text has at most the number of words that a service accepts', () => {
  expect(plainWords('word '.repeat(1000), 50).split(' ')).toHaveLength(50);
});
