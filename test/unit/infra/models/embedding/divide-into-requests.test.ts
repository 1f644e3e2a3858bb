import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, divideIntoRequests } from '../../../../../infra/models/embedding/divide-into-requests.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';

/** One token per byte: the most expensive tokenizer possible. */
const byBytes = (text: string): number => Buffer.byteLength(text);
const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('a text for an embedding model', () => {
  it('is unchanged when it is short enough', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cutText(text, { texts: 1, characters: 1000, textTokens: 4000 }, countCl100kTokens)).toBe(text);
      }),
    );
  });

  it('is truncated within the characters and tokens, and never in the middle of a character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (text, c, t) => {
        const cut = cutText(text, { texts: 1, characters: c, textTokens: t }, byBytes);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(c);
        expect(byBytes(cut)).toBeLessThanOrEqual(t);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is cut at 8,191 real tokens even where tokens are shorter than characters', () => {
    const cut = cutText(
      '𒀀'.repeat(4000),
      { texts: 1, characters: 8000, textTokens: 8191 },
      countCl100kTokens,
    );
    expect(countCl100kTokens(cut)).toBeLessThanOrEqual(8191);
    expect(cut.length).toBeGreaterThan(1000);
  });
});

describe('embedding requests', () => {
  it('contain every text once and in order, within the limits of texts and tokens', () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 50 });
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 60, max: 200 }),
        (all, most, tokens) => {
          const requests = divideIntoRequests(
            all,
            { texts: most, characters: 100, requestTokens: tokens },
            byBytes,
          );
          expect(requests.flat()).toEqual(all);
          for (const request of requests) {
            expect(request.length).toBeGreaterThan(0);
            expect(request.length).toBeLessThanOrEqual(most);
            expect(byBytes(request.join(''))).toBeLessThanOrEqual(tokens);
          }
        },
      ),
    );
  });

  it('are the fewest that the number of texts allows when tokens do not matter', () => {
    const texts = Array.from({ length: 250 }, (_, index) => `text ${index}`);
    const requests = divideIntoRequests(texts, { texts: 100, characters: 100 }, byBytes);
    expect(requests.map(({ length }) => length)).toEqual([100, 100, 50]);
  });
});
