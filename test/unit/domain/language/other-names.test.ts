import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameFinder, namePairsIn } from '../../../../domain/language/other-names.ts';

const pairsIn = (text: string, title = '') =>
  namePairsIn({ title, texts: [text] }).map(({ short, long }) => [short, long]);

const word = fc.stringMatching(/^[a-z]{3,9}$/);
const words = fc.array(word, { minLength: 2, maxLength: 5 });
const initialsOf = (some: readonly string[]): string =>
  some.map((one) => one.charAt(0).toUpperCase()).join('');

describe('the other names that a document gives', () => {
  it('are initials beside what they stand for, before or after it', () => {
    expect(pairsIn('Suspect a pulmonary\nembolism (PE) in all of them.')).toEqual([
      ['PE', 'pulmonary embolism'],
    ]);
    expect(pairsIn('Give ORS (oral rehydration solution).')).toEqual([['ORS', 'oral rehydration solution']]);
    expect(pairsIn('Dolutegravir (DTG) and the non-steroidal anti-inflammatory drugs (NSAIDs)')).toEqual([
      ['DTG', 'Dolutegravir'],
      ['NSAID', 'non-steroidal anti-inflammatory drugs'],
    ]);
  });

  it('are not initials that the words before them do not have', () => {
    expect(pairsIn('The mean (SD) was 3. Give the dose twice daily (BD). See the table (A).')).toEqual([]);
  });

  it.each([
    ['ZYPLORA (nivacitinib) tablets, for oral use', 'ZYPLORA', 'nivacitinib'],
    ['Zyplora® [zy-PLOR-a] (nivacitinib)', 'Zyplora', 'nivacitinib'],
    ['ZYPLORA (nivacitinib) Label', 'ZYPLORA', 'nivacitinib'],
    ['ZYPLORA- nivacitinib and amlodipine tablet, film coated', 'ZYPLORA', 'nivacitinib and amlodipine'],
  ])('are the brand and the drug of the label %j', (title, brand, drug) => {
    expect(pairsIn('Take it with food.', title)).toEqual([[brand, drug]]);
  });

  it('are not an aside in a title', () => {
    expect(pairsIn('Give oxygen.', 'Airway (adult) procedures for paramedics')).toEqual([]);
  });

  it('are found by either name, initials in capitals only', () => {
    const namesIn = nameFinder(
      namePairsIn({ title: 'ZYPLORA (nivacitinib) tablets', texts: ['physical education (PE)'] }),
    );
    const found = (text: string) => namesIn(text).map(({ short }) => short);
    expect(found('Stop Zyplora before an operation.')).toEqual(['ZYPLORA']);
    expect(found('the dose of nivacitinib')).toEqual(['ZYPLORA']);
    expect(found('PEs are excluded')).toEqual(['PE']);
    expect(found('a pe teacher')).toEqual([]);
    expect(found('zyplorance, nivacitinibs2')).toEqual([]);
  });

  it('are found in every text that defines them, by each of the two', () => {
    fc.assert(
      fc.property(words, (some) => {
        const [short, long] = [initialsOf(some), some.join(' ')];
        const pairs = namePairsIn({ title: '', texts: [`Give it for ${long} (${short}) today.`] });
        expect(pairs.map((pair) => pair.short)).toEqual([short]);
        // The shortest words at the end that have the letters are taken: "or" for "orb of red".
        expect(long.endsWith(pairs[0]?.long ?? '?')).toBe(true);
        expect(nameFinder(pairs)(`Is it ${short}?`)).toEqual(pairs);
        expect(nameFinder(pairs)(`Is it ${long}?`)).toEqual(pairs);
      }),
    );
  });

  it('are none in a text without parentheses, and the same whenever they are read', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(pairsIn(text.replace(/[()]/g, ''))).toEqual([]);
        expect(pairsIn(text)).toEqual(pairsIn(text));
      }),
    );
  });
});
