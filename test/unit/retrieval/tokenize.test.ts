import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../domain/retrieval/tokenize.ts';

const texts = (text: string): readonly string[] => tokenize(text).map((token) => token.text);

describe('tokenize', () => {
  it.each([
    ['12-lead ECG', ['12-lead', 'ecg']],
    ['a 12 lead', ['a', '12-lead']],
    ['0.3 mg IM', ['0.3mg', 'im']],
    ['.5mg', ['0.5mg']],
    ['0.30 milligrams', ['0.3mg']],
    ['15gm PO', ['15g', 'po']],
    ['1,000 mL', ['1000ml']],
    ['5 µg/kg/min', ['5mcg/kg/min']],
    ['CHA2DS2-VASc', ['cha2ds2-vasc']],
    ['q.i.d.', ['qid']],
    ['TP 1219-P', ['tp', '1219-p']],
    ['Ref. No. 834.1', ['ref', 'no', '834.1']],
    ['IV/IO', ['iv', 'io']],
    ['120/80', ['120/80']],
    ['1:10,000', ['1:10000']],
    ['weight-based', ['weight', 'based']],
    ['6-month-old', ['6', 'month', 'old']],
    ['patient’s SpO₂', ['patient', 'spo2']],
    ['COVID-19', ['covid-19']],
    ['ﬂuid', ['fluid']],
  ])('reads %j as %j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('never loses a decimal point: ten times the dose is another word', () => {
    expect(texts('0.5 mg')).not.toEqual(texts('5 mg'));
    expect(texts('give .5 mg')).toContain('0.5mg');
  });

  it('marks what is written in capitals, as abbreviations are', () => {
    expect(tokenize('narcan IN')).toEqual([
      { text: 'narcan', capitals: false },
      { text: 'in', capitals: true },
    ]);
  });

  it.each(['', '   ', '🚑🔥', '\u0000\u0007', '--- ... ///'])('finds nothing in %j', (text) => {
    expect(texts(text)).toEqual([]);
  });

  it('keeps words of other scripts', () => {
    expect(texts('доза адреналин')).toEqual(['доза', 'адреналин']);
  });

  it('accepts any text, and every token is lower case and has a letter or digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { text: token } of tokenize(text)) {
          expect(token).toBe(token.toLowerCase());
          expect(token).toMatch(/[\p{L}\p{N}]/u);
        }
      }),
    );
  });

  it('reads the same tokens however they are spaced', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{2,8}$/), { maxLength: 20 }),
        fc.constantFrom(' ', '  ', '\n', ', ', '; '),
        (words, separator) => {
          expect(texts(words.join(separator))).toEqual(texts(words.join(' ')));
        },
      ),
    );
  });
});
