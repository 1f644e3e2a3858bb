import { inYears, type PatientAge } from './patient-ages.ts';
import { inKilograms } from './patient-weights.ts';
import { isGestation, namesPatients } from './population.ts';

/** The units of patient ranges. */
type RangeUnit = 'kg' | 'lb' | PatientAge['unit'];

/** A range of ages or weights, as written: "10-19 kg", "< 1 year", "≥ 12 years", "16.5 kg". */
export type PatientRange = {
  readonly measure: 'age' | 'weight';
  readonly unit: RangeUnit;
  /** In the unit; absent if there is no bound. */
  readonly from?: number;
  readonly to?: number;
  /** True when the bound itself is excluded, as in "< 1 year". */
  readonly fromExcluded: boolean;
  readonly toExcluded: boolean;
};

/** The patient data by which charts distinguish patients. */
export type ChartedPatient = {
  readonly ageYears?: number;
  readonly weightKg?: number;
  readonly population?: 'adult' | 'pediatric' | 'neonatal';
};

const unitSpellings: readonly (readonly [RangeUnit, string])[] = [
  ['kg', 'kgs?|kilos?|kilograms?'],
  ['lb', 'lbs?|pounds?'],
  ['years', String.raw`years?|yrs?|y\/?o|y\.o\.|y`],
  ['months', String.raw`months?|mos?|mths?|m\/o`],
  ['weeks', 'weeks?|wks?'],
  ['days', 'days?'],
  ['hours', 'hours?|hrs?'],
];
const wholeUnits = unitSpellings.map(([unit, pattern]) => [unit, new RegExp(`^(?:${pattern})$`)] as const);
const unitNamed = (written: string | undefined): RangeUnit | undefined =>
  written === undefined ? undefined : wholeUnits.find(([, pattern]) => pattern.test(written))?.[0];

const allUnits = unitSpellings.map(([, pattern]) => pattern).join('|');
const upwards =
  '>=|≥|>|(?:over|above)(?: the age of)?|at least|(?:more|greater|older|heavier|larger) than(?: or equal to)?';
const downwards =
  '<=|≤|<|(?:under|below|up to)(?: the age of)?|at most|(?:less|fewer|younger|lighter|smaller) than(?: or equal to)?';
const further = String.raw`\s?(?:and|or|&)\s(?<further>older|over|above|greater|more|heavier|up|under|younger|less|below|lighter)\b`;
/** A number with its bound. Not a dose per kilogram, a concentration or a date. */
const bound = new RegExp(
  String.raw`(?:(?<up>${upwards})|(?<down>${downwards}))?\s{0,2}(?<![\d.,:/]|per |every |mg\/)(?<value>\d{1,3}(?:\.\d{1,2})?)(?![\d:%])(?<plus>\+)?(?:[\s-]?(?<unit>${allUnits})(?![a-z])(?!\s?\/|\s?per\b))?(?:\s?(?<plus2>\+)|${further})?(?:\s?(?:olds?|of age|of life)\b)?`,
  'g',
);
/** The words between the ends of a range, and between two bounds of one. */
const joinsEnds = /^\s{0,2}(?:-|to|through|thru|until|up to|and)?\s{0,2}$/;
const joinsBounds = /^[\s,]{0,2}(?:-|to|and|but)?\s{0,2}$/;

type Bound = {
  readonly value: number;
  readonly unit?: RangeUnit;
  readonly side: 'from' | 'to' | 'at';
  readonly excluded: boolean;
  readonly start: number;
  readonly end: number;
};

const excludes = /^(?:[<>]|(?:under|below|over|above)(?: the age of)?|\w+ than)$/;
const upwardWords = /^(?:older|over|above|greater|more|heavier|up)$/;

const boundsIn = (text: string): readonly Bound[] =>
  [...text.matchAll(bound)].flatMap((match): readonly Bound[] => {
    if (isGestation(text, match.index, match.index + match[0].length)) return [];
    const { up, down, value = '', plus, plus2, unit: written, further: beyond } = match.groups ?? {};
    const unit = unitNamed(written);
    const opens =
      up !== undefined || plus !== undefined || plus2 !== undefined || upwardWords.test(beyond ?? '');
    const closes = down !== undefined || (beyond !== undefined && !opens);
    return [
      {
        value: Number(value),
        ...(unit === undefined ? {} : { unit }),
        side: opens ? 'from' : closes ? 'to' : 'at',
        excluded: excludes.test(up ?? down ?? ''),
        start: match.index,
        end: match.index + match[0].length,
      },
    ];
  });

const rangeOf = (low: Bound | undefined, high: Bound | undefined, unit: RangeUnit): PatientRange => ({
  measure: unit === 'kg' || unit === 'lb' ? 'weight' : 'age',
  unit,
  ...(low === undefined ? {} : { from: low.value }),
  ...(high === undefined ? {} : { to: high.value }),
  fromExcluded: low?.excluded ?? false,
  toExcluded: high?.excluded ?? false,
});

/** "1-11 months" and "6 mo - 5 yr": an end without a unit has that of the other. */
const inSameUnit = (one: Bound, other: Bound): readonly [Bound, Bound, RangeUnit] | undefined => {
  const unit = other.unit ?? one.unit;
  if (unit === undefined) return undefined;
  if (one.unit === undefined || one.unit === unit) return [one, other, unit];
  const isWeight = (named: RangeUnit): boolean => named === 'kg' || named === 'lb';
  if (isWeight(one.unit) !== isWeight(unit)) return undefined;
  const convert = isWeight(unit)
    ? inKilograms({ value: one.value, unit: one.unit === 'lb' ? 'lb' : 'kg' }) /
      inKilograms({ value: 1, unit: unit === 'lb' ? 'lb' : 'kg' })
    : inYears({ value: one.value, unit: ageUnit(one.unit) }) / inYears({ value: 1, unit: ageUnit(unit) });
  return [{ ...one, value: convert }, other, unit];
};

const ageUnit = (unit: RangeUnit): PatientAge['unit'] => (unit === 'kg' || unit === 'lb' ? 'years' : unit);

const infant = /\binfants?\b/;
/** The neonatal period is the first 28 days of life (WHO); infants are younger than a year (AHA, PALS). */
const neonatalDays: PatientRange = {
  measure: 'age',
  unit: 'days',
  to: 28,
  fromExcluded: false,
  toExcluded: false,
};
const firstYear: PatientRange = {
  measure: 'age',
  unit: 'years',
  to: 1,
  fromExcluded: false,
  toExcluded: true,
};

/**
 * Finds the ages and weights in a label, in order. A label is a cell of a chart, its column heading, a banner, or the
 * beginning of an entry. Not for running text, where "3 days" is a duration.
 *
 * @param assumed the unit of numbers without one, from the column heading
 */
export const patientRangesIn = (text: string, assumed?: RangeUnit): readonly PatientRange[] => {
  const plain = text.replace(/[\u2010-\u2015\u2212]/g, '-').toLowerCase();
  const bounds = boundsIn(plain);
  const ranges: PatientRange[] = [];
  let index = 0;
  while (index < bounds.length) {
    const one = bounds[index];
    const next = bounds[index + 1];
    if (one === undefined) break;
    const between = next === undefined ? undefined : plain.slice(one.end, next.start);
    const isRange =
      between !== undefined &&
      ((one.side === 'at' && next?.side === 'at' && joinsEnds.test(between) && /\S/.test(between)) ||
        (one.side === 'from' && next?.side === 'at' && joinsEnds.test(between) && /\S/.test(between)) ||
        (one.side === 'at' && next?.side === 'to' && joinsEnds.test(between)) ||
        (one.side === 'from' && next?.side === 'to' && joinsBounds.test(between)));
    const pair = isRange && next !== undefined ? inSameUnit(one, next) : undefined;
    if (pair !== undefined) {
      ranges.push(rangeOf(pair[0], pair[1], pair[2]));
      index += 2;
      continue;
    }
    // "10-19" under a heading with the unit.
    if (isRange && next !== undefined && assumed !== undefined && next.unit === undefined) {
      ranges.push(rangeOf(one, next, assumed));
      index += 2;
      continue;
    }
    const unit = one.unit ?? (ranges.length === 0 ? assumed : undefined);
    if (unit !== undefined) {
      const low = one.side === 'to' ? undefined : one;
      const high = one.side === 'from' ? undefined : one;
      ranges.push(rangeOf(low, high, unit));
    }
    index += 1;
  }
  if (ranges.some(({ measure }) => measure === 'age')) return ranges;
  if (namesPatients(plain, 'neonatal')) return [...ranges, neonatalDays];
  return infant.test(plain) && !/\bchild/.test(plain) ? [...ranges, firstYear] : ranges;
};

/** A tolerance for rounding: 23 lb are 10.43 kg, and a chart says 10.4. */
const sameWeight = 0.05;

const valueFor = (range: PatientRange, { ageYears, weightKg }: ChartedPatient): number | undefined => {
  if (range.measure === 'weight') {
    return weightKg === undefined
      ? undefined
      : weightKg / inKilograms({ value: 1, unit: range.unit === 'lb' ? 'lb' : 'kg' });
  }
  return ageYears === undefined ? undefined : ageYears / inYears({ value: 1, unit: ageUnit(range.unit) });
};

/** Ages count in completed years or months: "6-11 years" applies up to the twelfth birthday. */
const completed = (value: number): number => Math.floor(value + 1e-6);

/**
 * The position of a patient relative to a range: within, below or above it; `undefined` if age or weight is not known.
 * Whole years and months up to a bound are completed ones; "up to 1 year" ends at the birthday.
 */
export const compareToRange = (
  range: PatientRange,
  patient: ChartedPatient,
): 'within' | 'below' | 'above' | undefined => {
  const value = valueFor(range, patient);
  if (value === undefined) return undefined;
  const isWeight = range.measure === 'weight';
  const slack = isWeight ? sameWeight : 1e-6;
  const { from, to, fromExcluded, toExcluded } = range;
  const countsWhole =
    !isWeight && !toExcluded && to !== undefined && Number.isInteger(to) && (from !== undefined || to > 1);
  const atTop = countsWhole ? completed(value) : value;
  if (from !== undefined && value < from - slack) return 'below';
  // "Over 12 years": from the thirteenth birthday on.
  const atBottom = !isWeight && fromExcluded && from !== undefined ? completed(value) : value;
  if (from !== undefined && fromExcluded && atBottom <= from + slack) return 'below';
  if (to !== undefined && atTop > to + slack) return 'above';
  return to !== undefined && toExcluded && value >= to - (isWeight ? 0 : 1e-6) ? 'above' : 'within';
};

/** A bound in kilograms or years, to find the nearest range. */
export const canonical = (value: number, unit: RangeUnit): number =>
  unit === 'kg' || unit === 'lb' ? inKilograms({ value, unit }) : inYears({ value, unit: ageUnit(unit) });

const namesAdults = (label: string): boolean => namesPatients(label, 'adult');
const namesChildren = (label: string): boolean => namesPatients(label, 'pediatric', 'neonatal');
/** Childhood ends somewhere from 15 to 18 years (see `query-population.ts`): between these ages, both apply. */
const lastChildYear = 18;
const firstAdultYear = 15;

/**
 * Decides by the words alone whether a label is for a patient; `undefined` if the words do not say, or the patient is
 * not known.
 */
const holdsByWords = (label: string, { population, ageYears }: ChartedPatient): boolean | undefined => {
  const adults = namesAdults(label);
  const children = namesChildren(label);
  if (adults === children) return undefined;
  if (ageYears !== undefined) return adults ? ageYears >= firstAdultYear : ageYears < lastChildYear;
  return population === undefined ? undefined : adults === (population === 'adult');
};

/** True when a label is for other patients by its words alone: "Adult" for a child, "Pediatric" for an adult. */
export const isForOtherPatients = (label: string, patient: ChartedPatient): boolean =>
  holdsByWords(label, patient) === false;

/** True when a label is for this patient by its words alone: "Child" for a 6-year-old. */
export const isForThisPatient = (label: string, patient: ChartedPatient): boolean =>
  holdsByWords(label, patient) === true;

/** True when a label's words are for adults only or for children only. */
export const namesKind = (label: string): boolean => namesAdults(label) !== namesChildren(label);

/** Colours of length-based tapes (Broselow tape); "gray" is also one. */
const tapeColors = 'gr[ae]y|pink|red|purple|yellow|white|blue|orange|green';
const tapeColor = new RegExp(String.raw`\b(?:${tapeColors})\b`, 'g');

/** The colour zones of a length-based tape named in a label. */
export const tapeColorsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(tapeColor) ?? []).map((color) => (color === 'gray' ? 'grey' : color));

/** True when a label names patients: by age, weight, colour zone or kind. */
export const rulesPatients = (label: string): boolean =>
  patientRangesIn(label).length > 0 ||
  namesAdults(label) ||
  namesChildren(label) ||
  tapeColorsIn(label).length > 0;
