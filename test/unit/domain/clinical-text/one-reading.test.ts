import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dosesIn } from '../../../../domain/clinical-text/doses-named.ts';
import { namesAmount, namesDose } from '../../../../domain/clinical-text/names-dose.ts';
import { parseQuantities } from '../../../../domain/clinical-text/parse-quantities.ts';
import { isConcentration, isDose } from '../../../../domain/clinical-text/quantity.ts';
import { strengthsIn } from '../../../../domain/clinical-text/strengths-named.ts';
import { wrapText } from '../../../../domain/clinical-text/wrap-text.ts';
import { parseUnit } from '../../../../domain/consultation/answering/parse-unit.ts';
import { quantitiesIn } from '../../../../domain/consultation/answering/quantities.ts';
import { dosesNamedIn } from '../../../../domain/consultation/doses/doses-of-document.ts';
import { listLabels } from '../../../../domain/consultation/excerpt/list-labels.ts';
import { isInCapitals } from '../../../../domain/consultation/excerpt/outline/line-depth.ts';
import { classifyContent } from '../../../../domain/knowledge/chunking/classify-content.ts';
import { hasPartNumber } from '../../../../domain/knowledge/chunking/heading-of.ts';
import { splitLongSpan } from '../../../../domain/knowledge/chunking/split-long-span.ts';
import { isContentLine } from '../../../../domain/knowledge/cleaning/is-content-line.ts';
import { normalizeUnits } from '../../../../domain/knowledge/cleaning/normalize-units.ts';
import { isMeasure } from '../../../../domain/language/protocol-number-grammar.ts';
import { tokenize } from '../../../../domain/language/tokenize.ts';
import { isDoseUnit, unitSpellings } from '../../../../domain/language/units-of-measure.ts';
import { detectPhi } from '../../../../domain/privacy/detect-phi.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';

/** In the form of the printed text: the table has lower case and blanks between signs. */
const printed = (spelling: string): string =>
  spelling.replaceAll(' . ', '.').replace(' .', '.').replaceAll(' / ', '/');

/** Every spelling of each dose unit. */
const spellingsOf = new Map<string, string[]>();
for (const [spelling, unit] of unitSpellings)
  if (isDoseUnit(unit))
    spellingsOf.set(unit.symbol, [...(spellingsOf.get(unit.symbol) ?? []), printed(spelling)]);

const isOneWord = (spelling: string): boolean => /^\p{L}+$/u.test(spelling);
/** Unit tokens are those that attach to a number; "2 puffs" are two search words. */
const joinsNumber = (symbol: string): boolean =>
  ['mcg', 'mg', 'g', 'mL', 'L', 'J', 'mEq', 'mmol', 'units'].includes(symbol);

type Spelled = { readonly amount: string; readonly unit: string; readonly symbol: string };
type Reader = {
  readonly name: string;
  readonly read: (dose: Spelled) => unknown;
  /** The spellings that the reader can interpret. */
  readonly applies?: (dose: Spelled) => boolean;
};

const one = ({ amount, unit }: Spelled): string => `${amount} ${unit}`;

/** Every reader of amounts, with its interpretation of one. */
const readers: readonly Reader[] = [
  {
    name: 'the parser',
    read: (dose) =>
      parseQuantities(one(dose)).map(({ key, kind, printed: { amount, symbol } }) => ({
        key,
        kind,
        amount,
        symbol,
      })),
  },
  { name: 'the dose filter', read: (dose) => parseQuantities(`${one(dose)}/kg`).map(isDose) },
  {
    name: 'the concentration filter',
    read: (dose) => parseQuantities(`${one(dose)}/mL`).map(isConcentration),
  },
  { name: 'the doses of a question', read: (dose) => dosesIn(`fentanyl ${one(dose)} IV`) },
  {
    name: 'the doses of a document',
    read: (dose) =>
      dosesNamedIn(`Give fentanyl ${one(dose)} IV`, undefined).map(({ drug, dose: { amount, unit } }) => ({
        drug,
        amount,
        unit,
      })),
  },
  {
    name: 'the strengths',
    read: (dose) =>
      strengthsIn(`(${one(dose)}/mL)`).map(({ perMilliliter, unit }) => ({ perMilliliter, unit })),
  },
  { name: 'excerpts', read: (dose) => namesDose(`Fentanyl ${one(dose)} slow push`) },
  {
    name: 'the limits of strengths',
    read: (dose) => namesAmount(`at most ${one(dose)}/mL`),
  },
  {
    name: 'the answer check',
    read: (dose) => quantitiesIn(`maximum ${one(dose)}`).map(({ key, role }) => ({ key, role })),
  },
  {
    name: 'answer entries',
    read: (dose) => parseUnit(`1. ${dose.unit} of it`, new Set()).marker,
    applies: ({ unit }) => isOneWord(unit),
  },
  { name: 'list labels', read: (dose) => listLabels([`Fentanyl ${one(dose)}`, '• slow']).size },
  { name: 'all-caps headings', read: (dose) => isInCapitals(`FENTANYL ${one(dose).toUpperCase()}`) },
  { name: 'numbered headings', read: ({ unit }) => hasPartNumber(`1.5 ${unit.toUpperCase()} IN A LINE`) },
  { name: 'the passage classifier', read: (dose) => classifyContent(`Fentanyl ${one(dose)} IV`) },
  { name: 'page lines', read: (dose) => isContentLine(`Ref. No. 1210, ${one(dose)}`) },
  {
    name: 'normalized text',
    read: ({ amount, unit }) => parseQuantities(normalizeUnits(`${amount}${unit}`)).map(({ key }) => key),
  },
  {
    name: 'the splitting of long passages',
    read: (dose) => {
      const text = `give it ${one(dose)} now`;
      const limit = one(dose).length + 4;
      return splitLongSpan(text, { start: 0, end: text.length }, limit, (piece) => piece.length).some(
        ({ start, end }) => text.slice(start, end).endsWith(dose.amount),
      );
    },
  },
  {
    name: 'wrapped lines',
    read: (dose) => wrapText(`give ${one(dose)}`, 6).includes(`${dose.amount}\n`),
    applies: ({ unit }) => isOneWord(unit),
  },
  {
    name: 'tokens',
    read: (dose) => tokenize(`fentanyl ${one(dose)} now`).map(({ text }) => text),
    applies: ({ symbol }) => joinsNumber(symbol),
  },
  { name: 'protocol numbers', read: ({ unit }) => isMeasure(` ${unit}`) },
  {
    name: 'the question intent',
    read: ({ unit }) => interpretQuery(`how many ${unit} of fentanyl`, emptyVocabulary).intent,
    applies: ({ unit }) => isOneWord(unit),
  },
  {
    name: 'PHI',
    // A single letter, or "dose", after a number may be a leg, a history or the subject of the question: it
    // hides no identifier.
    applies: ({ unit }) => unit.length > 1 && unit !== 'dose',
    read: ({ unit }) => [
      detectPhi(`5/10/2015 ${unit}`).detected,
      detectPhi(`call 555 123 4567 ${unit}`).detected,
      detectPhi(`10000-1234 ${unit}`).detected,
    ],
  },
];

const dose = fc
  .record({
    symbol: fc.constantFrom(...spellingsOf.keys()),
    amount: fc.oneof(
      fc.integer({ min: 2, max: 9 }).map(String),
      fc.integer({ min: 1, max: 999 }).map((hundredths) => String(hundredths / 100)),
      fc.constantFrom('0,3', '1,000', '½', '.5'),
    ),
  })
  .chain(({ symbol, amount }) =>
    fc
      .tuple(
        fc.constantFrom(...(spellingsOf.get(symbol) ?? [])),
        fc.constantFrom(...(spellingsOf.get(symbol) ?? [])),
      )
      .map((units) => units.map((unit): Spelled => ({ symbol, amount, unit }))),
  );

describe('every spelling of a quantity', () => {
  it.each(readers)('is read the same by $name', ({ read, applies }) => {
    fc.assert(
      fc.property(dose, ([first, second]) => {
        if (first === undefined || second === undefined) return;
        fc.pre(applies === undefined || (applies(first) && applies(second)));
        expect(read(first)).toEqual(read(second));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['fentanyl 50 ug', 'fentanyl 50 mcg'],
    ['insulin 5 IU', 'insulin 5 units'],
    ['20 cc/kg', '20 mL/kg'],
    ['2 actuations', 'two puffs'],
    ['oxytocin 10 international units', 'oxytocin 10 U'],
    ['epinephrine 0,3 mg', 'epinephrine 0.3 mg'],
    ['1 000 mL', '1,000 mL'],
    ['½ tablet', '1/2 tab'],
    ['benzathine penicillin 2.4 million units', 'benzathine penicillin 2,400,000 units'],
    ['midazolam 0,300 mg', 'midazolam .3 mg'],
  ])('%s is %s', (one, other) => {
    const doses = (text: string) =>
      parseQuantities(text)
        .filter(isDose)
        .map(({ key }) => key);
    expect(doses(one)).toHaveLength(1);
    expect(doses(one)).toEqual(doses(other));
    expect(namesDose(one)).toBe(true);
  });

  it.each(['fentanyl 50 micrograms/mL', 'epinephrine 1:10,000', 'heparin 5000 IU per cc'])(
    '%s is a concentration, not a dose',
    (text) => {
      const quantities = parseQuantities(text);
      expect(quantities.map(isConcentration)).toEqual([true]);
      expect(quantities.map(isDose)).toEqual([false]);
      expect(namesDose(text)).toBe(false);
    },
  );

  it.each([
    'glucose 40 mg/dL',
    '12 kg',
    '18 g IV',
    '90 mmHg',
    'every 5 minutes',
    '12-lead',
    'D50',
    '30 mg/g',
  ])('%s is not a dose', (text) => {
    expect(parseQuantities(text).some(isDose)).toBe(false);
  });
});
