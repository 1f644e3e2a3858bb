import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  layOutText,
  type Measure,
  SHEET,
} from '../../../../../../infra/reading/page-images/typeset/lay-out-text.ts';
import { marksOn, sheetsOf } from '../../../../../../infra/reading/page-images/typeset/sheet-marks.ts';

/** Every character is half as wide as it is high. */
const measure: Measure = (text, { size }) => (text.length * size) / 2;

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('# Heading', '- item', '| a | b |', '| --- | --- |', '', '|||'),
      fc.string({ maxLength: 300 }),
    ),
    { maxLength: 30 },
  )
  .map((lines) => lines.join('\n'));

describe('a text typeset on sheets', () => {
  it('stays within the margins on every line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { lines } of layOutText(text, measure))
          for (const { x, y } of lines) {
            expect(x).toBeGreaterThanOrEqual(SHEET.margin);
            expect(y).toBeGreaterThanOrEqual(SHEET.margin - 1);
            expect(y).toBeLessThan(SHEET.height - SHEET.margin);
          }
      }),
    );
  });

  it('contains every word of a plain text, in order', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(words, (said) => {
        const sheets = layOutText(said.join(' '), measure);
        const set = sheets.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' ');
        expect(set).toBe(said.join(' '));
      }),
    );
  });

  it('records the position of each stretch within the sheet', () => {
    fc.assert(
      fc.property(anyText, fc.nat(2_000), fc.nat(300), (text, start, length) => {
        const sheets = layOutText(text, measure);
        const stretch = { start, end: start + length };
        for (const { x, y, width, height } of sheetsOf(sheets, [stretch]).flatMap((sheet) =>
          marksOn(
            sheets[sheet - 1] ?? { lines: [], rules: [] },
            [stretch],
            (line) => measure(line.text, line),
            1,
          ),
        )) {
          expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
          expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});
