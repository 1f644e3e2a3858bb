import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../../domain/language/tokenize.ts';

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
    ['1,5 mg', ['1.5mg']],
    ['0,300 mg', ['0.3mg']],
    ['2,5mg/kg', ['2.5mg/kg']],
    ['temp 37,5 °C', ['temp', '37.5', 'c']],
    ['figures 1,2 and 3', ['figures', '1', '2', 'and', '3']],
    ['2,5,10 mg', ['2', '5', '10mg']],
    ['1,500mg', ['1500mg']],
    ['3,000-4,000 mL', ['3000', '4000ml']],
    ['0,1-0,3 mg', ['0.1', '0.3mg']],
    ['5 000 units', ['5000units']],
    ['2 500 mL bags', ['2', '500ml', 'bags']],
    ['2½ mg', ['2.5mg']],
    ['2 1/2 mg', ['2.5mg']],
    ['½ ampoule', ['0.5', 'ampoule']],
    ['1/2 dose', ['0.5', 'dose']],
    ['1/2 NS', ['1', '2', 'ns']],
    ['0.1mg/kg/dose', ['0.1mg/kg/dose']],
    ['15 mg/kg/day', ['15mg/kg/day']],
    ['10 mg per kg per dose', ['10mg/kg/dose']],
    ['5 mg / kg', ['5mg/kg']],
    ['2 mg/hr', ['2mg/h']],
    ['pain w/o fever', ['pain', 'w/o', 'fever']],
    ['3y/o s/p fall', ['3', 'y/o', 's/p', 'fall']],
    ['c/o SOB', ['c/o', 'sob']],
    ['the A&E', ['the', 'a&e']],
    ['pain/fever', ['pain', 'fever']],
  ])('reads %j as %j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('never loses a decimal point, since ten times the dose is another token', () => {
    expect(texts('0.5 mg')).not.toEqual(texts('5 mg'));
    expect(texts('give .5 mg')).toContain('0.5mg');
  });

  it('keeps the amount of a dose and its basis in one token, in any spelling', () => {
    const amounts = fc.oneof(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 1000, max: 999_999 }),
      fc.integer({ min: 1, max: 99_999 }).map((hundredths) => hundredths / 100),
    );
    const groups = (whole: number, mark: string) => String(whole).replace(/\B(?=(?:\d{3})+$)/g, mark);
    const writings = (amount: number): readonly string[] => {
      const [whole = '', part] = String(amount).split('.');
      if (part === undefined) return [whole, groups(amount, ','), groups(amount, '\u2009'), `${whole}.0`];
      const signs: Readonly<Record<string, string>> = { 5: '½', 25: '¼', 75: '¾' };
      const sign = signs[part];
      return [
        `${whole}.${part}`,
        `${whole},${part}`,
        `${whole}.${part}0`,
        ...(whole === '0' ? [`.${part}`] : [`${groups(Number(whole), ',')}.${part}`]),
        ...(sign === undefined ? [] : [`${whole === '0' ? '' : whole}${sign}`]),
      ];
    };
    fc.assert(
      fc.property(
        amounts,
        fc.nat(),
        fc.constantFrom('', ' ', '\u00a0'),
        fc.constantFrom(['mg', 'mg'], ['milligrams', 'mg'], ['µg', 'mcg'], ['mL', 'ml'], ['units', 'units']),
        fc.constantFrom(
          ['', ''],
          ['/kg', '/kg'],
          ['/kg/dose', '/kg/dose'],
          ['/KG/DAY', '/kg/day'],
          ['/kg/min', '/kg/min'],
          ['/hour', '/h'],
          [' per kg per dose', '/kg/dose'],
          [' / kg', '/kg'],
        ),
        fc.constantFrom('', '.', ', then', ' IV'),
        (amount, choice, blank, [unit, plainUnit], [rate, plainRate], after) => {
          const written = writings(amount);
          const [read, ...rest] = texts(`${written[choice % written.length]}${blank}${unit}${rate}${after}`);
          expect(read).toBe(`${amount}${plainUnit}${plainRate}`);
          expect(rest.some((token) => /\d/.test(token))).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('reads a long row of numbers in time proportional to its length', () => {
    expect(texts(`${'1,'.repeat(50_000)}x`)).toHaveLength(50_001);
    expect(texts(`${'1/2'.repeat(50_000)} mg`).length).toBeGreaterThan(50_000);
    expect(texts('½ '.repeat(50_000))).toHaveLength(50_000);
  });

  it('marks words in capitals, as abbreviations are', () => {
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

  it('yields the same tokens for any spacing', () => {
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
