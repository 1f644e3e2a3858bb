import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import { joinSpacedLetters } from '../../../../../domain/knowledge/cleaning/join-spaced-letters.ts';

describe('a letter-spaced heading', () => {
  it.each([
    ['T R A U M A', 'TRAUMA'],
    ['## B U R N S', '## BURNS'],
    ['T R A U M A   C A R E', 'TRAUMA CARE'],
    ['  É P I N É P H R I N E :', '  ÉPINÉPHRINE :'],
  ])('is joined: %j', (line, whole) => {
    expect(joinSpacedLetters(line)).toBe(whole);
  });

  it('is recognized as a heading after cleaning', () => {
    const { text } = cleanPages([
      { page: 1, text: 'T R A U M A   C A R E\n\nStop the bleeding.', readBy: 'native' },
    ]);
    expect(text).toBe('TRAUMA CARE\n\nStop the bleeding.');
  });
});

describe('a line that only looks letter-spaced', () => {
  it.each([
    'A B C D E',
    'A B C D',
    'I V',
    'T R A U M A 1',
    'T R A U M A care',
    '| A U B U C |',
    'S P R T W',
    'A',
  ])('is unchanged: %j', (line) => {
    expect(joinSpacedLetters(line)).toBe(line);
  });

  it('keeps every character but spaces, and is fully unchanged with lower-case letters or digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z a-z0-9.:#|]{0,40}$/), (line) => {
        const joined = joinSpacedLetters(line);
        expect(joined.replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
        if (/[a-z0-9]/.test(line)) expect(joined).toBe(line);
      }),
    );
  });
});
