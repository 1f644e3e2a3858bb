import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStreamedText } from '../../../cli/output/stream-text.ts';
import { wrapText } from '../../../domain/clinical-text/wrap-text.ts';

const streamed = (pieces: readonly string[], width: number) => {
  const parts: string[] = [];
  const text = createStreamedText((part) => void parts.push(part), width);
  for (const piece of pieces) text.push(piece);
  const before = parts.join('');
  text.end();
  return { before, all: parts.join('') };
};

const word = fc.constantFrom(
  'give',
  'at',
  'least',
  '(≥',
  '5',
  '10',
  'mg',
  'mg/kg',
  'IV',
  'twice',
  '[1].',
  'a'.repeat(25),
);
const blank = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\n\n');

it('is wrapped like the whole text, for any chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, blank), { maxLength: 40 }),
      fc.array(fc.nat(12), { maxLength: 80 }),
      fc.integer({ min: 10, max: 40 }),
      (words, cuts, width) => {
        const whole = words.map(([one, after]) => one + after).join('');
        const pieces: string[] = [];
        let at = 0;
        for (const cut of cuts) {
          pieces.push(whole.slice(at, at + cut));
          at += cut;
        }
        pieces.push(whole.slice(at));
        expect(streamed(pieces, width).all).toBe(`${wrapText(whole, width)}\n`);
      },
    ),
  );
});

it('shows all words but the last few as they arrive', () => {
  const { before } = streamed(['Give the patient oxygen and ', 'call for help at once.'], 80);
  expect(before).toBe('Give the patient oxygen and call for');
});

it('never separates an amount from its unit, for any chunks', () => {
  const { all } = streamed(['Give diazepam 5', ' mg now, then ', '10 ', 'm', 'g later'], 15);
  expect(all.split('\n')).toEqual(['Give diazepam', '5 mg now, then', '10 mg later', '']);
});
