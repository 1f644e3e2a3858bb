import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWindows } from '../../../../../infra/services/outside/text-windows.ts';

describe('text windows for a model with limited input', () => {
  it('are the whole of a short text', () => {
    expect(textWindows('naloxone dose', 100, 20)).toEqual([{ start: 0, text: 'naloxone dose' }]);
  });

  it('cover every character of any text, each within limits and beginning inside the previous one', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000, unit: 'grapheme' }), (text) => {
        const windows = textWindows(text, 100, 20);
        let covered = 0;
        for (const { start, text: part } of windows) {
          expect(part.length).toBeLessThanOrEqual(100);
          expect(start).toBeLessThanOrEqual(covered);
          expect(text.slice(start, start + part.length)).toBe(part);
          covered = start + part.length;
        }
        expect(covered).toBe(text.length);
      }),
    );
  });

  it('are cut at blanks, so that words stay whole', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    for (const { text } of textWindows(words.join(' '), 100, 20).slice(0, -1))
      expect(words.some((word) => text.endsWith(word))).toBe(true);
  });
});
