import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWithFoldedCharacters } from '../../../../../infra/services/calendar/join-folded-bytes.ts';

/** The bytes of a line, folded after some of them, at any position. */
const folded = (line: string, after: number, fold: string): Buffer => {
  const bytes = Buffer.from(line);
  return Buffer.concat([bytes.subarray(0, after), Buffer.from(fold), bytes.subarray(after)]);
};

test.each(['\r\n ', '\n ', '\r\n\t', '&#13;\n ', '&#xD;\n '])(
  'a character folded by %j is joined, and other folds are unchanged',
  (fold) => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => !/\s/.test(text));
    fc.assert(
      fc.property(line, fc.nat({ max: 60 }), (text, place) => {
        const bytes = Buffer.from(text);
        const after = place % (bytes.length + 1);
        const isInCharacter = ((bytes[after] ?? 0) & 0xc0) === 0x80;
        const read = textWithFoldedCharacters(folded(text, after, fold));
        const whole = `${bytes.subarray(0, after)}${fold}${bytes.subarray(after)}`;
        expect(read).toBe(isInCharacter ? text : whole);
      }),
    );
  },
);
