import { type LabSource, labSources } from './lab-sources.ts';
import { type CriticalLimits, type LabRange, type LabTest, labTests } from './lab-tests.ts';
import { plainUnit, shownUnit } from './lab-units.ts';

/** A laboratory result as entered. */
export type LabValue = { readonly test: string; readonly value: number; readonly unit?: string };

/** The known facts about the patient. */
export type LabPatient = {
  readonly ageYears?: number;
  readonly sex?: 'female' | 'male';
  readonly pregnant?: boolean;
  readonly trimester?: 1 | 2 | 3;
};

export const labStatuses = [
  'critical_low',
  'low',
  'normal',
  'high',
  'critical_high',
  'unknown_test',
  'unit_needed',
  'unknown_unit',
  'patient_data_needed',
  'no_reference_range',
] as const;
type LabStatus = (typeof labStatuses)[number];

export type CitedRange = {
  readonly low?: number;
  readonly high?: number;
  readonly unit: string;
  /** The population of the range, in words. */
  readonly holdsFor: string;
  readonly source: LabSource;
};

export type LabInterpretation = {
  readonly test: string;
  readonly name?: string;
  readonly loinc?: string;
  readonly value: number;
  readonly unit?: string;
  readonly status: LabStatus;
  /** The value in the unit of the range, if that is different, and the conversion factor. */
  readonly converted?: { readonly value: number; readonly unit: string; readonly factor: number };
  /** All ranges that may apply to the patient. */
  readonly ranges: readonly CitedRange[];
  readonly critical?: CitedRange;
  /** Missing information that the interpretation needs: a unit, or facts about the patient. */
  readonly needed: readonly string[];
  readonly notes: readonly string[];
};

const plainName = (written: string): string =>
  written
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9+-]+/g, ' ')
    .trim();

const testByName: ReadonlyMap<string, LabTest> = new Map(
  labTests.flatMap((test) =>
    [test.name, test.loinc, ...(test.furtherLoinc ?? []), ...test.names].map((name) => [
      plainName(name),
      test,
    ]),
  ),
);

/** Returns the test for a name, an abbreviation or a LOINC code. */
const labTestNamed = (written: string): LabTest | undefined => testByName.get(plainName(written));

/** Rounds to seven digits: further ones are floating-point error. */
const rounded = (value: number): number => Number(value.toPrecision(7));

const unitsOf = ({ unit, factors = {} }: LabTest): readonly string[] => [unit, ...Object.keys(factors)];

/** Returns the factor from a unit to the test's unit; undefined if the test does not use that unit. */
const factorOf = (test: LabTest, unit: string): number | undefined =>
  unit === test.unit ? 1 : test.factors?.[unit];

/** The ages in years between which pregnancy is possible, if nothing is known about it. */
const mayBePregnant = { from: 12, to: 55 };

const holdsFor = (range: LabRange, { ageYears, sex, pregnant, trimester }: LabPatient): boolean => {
  if (range.trimester !== undefined)
    return pregnant === true && sex !== 'male' && (trimester === undefined || trimester === range.trimester);
  if (
    ageYears !== undefined &&
    (ageYears < range.ageFrom || ageYears >= (range.ageTo ?? Number.POSITIVE_INFINITY))
  )
    return false;
  return range.sex === undefined || sex === undefined || range.sex === sex;
};

/** Returns the ranges for a pregnant patient: those of pregnancy, if there are any. */
const rangesFor = (test: LabTest, patient: LabPatient): readonly LabRange[] => {
  const all = test.ranges.filter((range) => holdsFor(range, patient));
  const ofPregnancy = all.filter(({ trimester }) => trimester !== undefined);
  if (ofPregnancy.length > 0) return ofPregnancy;
  // Ranges are those of adults unless the age is known.
  return patient.ageYears === undefined ? all.filter(({ ageTo }) => ageTo === undefined) : all;
};

const ageWords = ({ ageFrom, ageTo }: LabRange): string => {
  const years = (age: number): string => (age < 1 ? `${age * 12} months` : `${age} years`);
  if (ageTo !== undefined) return `from ${years(ageFrom)} to under ${years(ageTo)}`;
  return ageFrom === 0 ? '' : `from ${years(ageFrom)}`;
};

const trimesters = { 1: 'first', 2: 'second', 3: 'third' } as const;

const peopleLocales = (range: LabRange): string => {
  if (range.trimester !== undefined) return `pregnant, ${trimesters[range.trimester]} trimester`;
  const who =
    range.sex === undefined ? 'people' : range.sex === 'female' ? 'women and girls' : 'men and boys';
  return `${who} ${ageWords(range)}`.trim();
};

const citedRange = (range: LabRange, unit: string): CitedRange => ({
  ...(range.low === undefined ? {} : { low: range.low }),
  ...(range.high === undefined ? {} : { high: range.high }),
  unit: shownUnit(unit),
  holdsFor: peopleLocales(range),
  source: range.source,
});

const limitsFor = (test: LabTest, { ageYears }: LabPatient): CriticalLimits | undefined =>
  test.critical?.find(({ of }) => of === (ageYears !== undefined && ageYears < 18 ? 'children' : 'adults'));

type Bounded = { readonly low?: number; readonly high?: number };

/** Conversion factors have three or four digits: a converted value this close to a bound is at the bound. */
const conversionError = 0.002;

const placeIn = (value: number, { low, high }: Bounded, error = 0): 'low' | 'normal' | 'high' => {
  if (low !== undefined && value < low * (1 - error)) return 'low';
  return high !== undefined && value > high * (1 + error) ? 'high' : 'normal';
};

/** The facts on which the ranges that may apply depend. */
const differences = (ranges: readonly LabRange[]): readonly string[] => [
  ...(new Set(ranges.map(({ sex }) => sex)).size > 1 ? ['patient_sex'] : []),
  ...(new Set(ranges.map(({ ageFrom }) => ageFrom)).size > 1 ? ['patient_age'] : []),
  ...(new Set(ranges.map(({ trimester }) => trimester)).size > 1 ? ['pregnancy_trimester'] : []),
];

/** Names another test of the same name for which this value would be usual, although it is not for this one. */
const confusedTest = (test: LabTest, value: number, unit: string, patient: LabPatient): readonly string[] => {
  const other = test.confusedWith === undefined ? undefined : testByName.get(plainName(test.confusedWith));
  const factor = other && factorOf(other, unit);
  return other !== undefined &&
    factor !== undefined &&
    rangesFor(other, patient).some((range) => placeIn(value * factor, range, conversionError) === 'normal')
    ? [`As ${other.name} this would be usual: check which of the two was measured.`]
    : [];
};

/** Other units of the test in which the number would be a usual value. */
const usualIn = (
  test: LabTest,
  value: number,
  unit: string,
  ranges: readonly LabRange[],
): readonly string[] =>
  unitsOf(test).filter((other) => {
    const factor = factorOf(test, other);
    return (
      factor !== undefined &&
      factor !== factorOf(test, unit) &&
      ranges.some(
        (range) =>
          range.low !== undefined && range.high !== undefined && placeIn(value * factor, range) === 'normal',
      )
    );
  });

const notesOn = (test: LabTest, patient: LabPatient): readonly string[] => {
  const { ageYears, sex, pregnant } = patient;
  const isOpen =
    pregnant === undefined &&
    sex !== 'male' &&
    (ageYears === undefined || (ageYears >= mayBePregnant.from && ageYears <= mayBePregnant.to)) &&
    test.ranges.some(({ trimester }) => trimester !== undefined);
  return [
    ...(test.note === undefined ? [] : [test.note]),
    ...(ageYears === undefined ? ['The age is not known: the range is that of adults.'] : []),
    ...(isOpen ? ['The range is that of people who are not pregnant; it differs in pregnancy.'] : []),
    ...(pregnant === true && !test.ranges.some(({ trimester }) => trimester !== undefined)
      ? [
          'The range is that of people who are not pregnant: the source for pregnancy is not used for this test.',
        ]
      : []),
  ];
};

/**
 * Interprets a laboratory result by ranges and limits with their sources. Nothing is guessed: if the unit is missing
 * and units of different size are in use, or a fact is missing on which the ranges depend, the result says so.
 */
export const interpretLabValue = (given: LabValue, patient: LabPatient): LabInterpretation => {
  const { test: written, value } = given;
  const test = labTestNamed(written);
  const base = {
    test: written,
    value,
    ...(given.unit === undefined ? {} : { unit: given.unit }),
    ranges: [],
    needed: [],
    notes: [],
  };
  if (test === undefined) return { ...base, status: 'unknown_test' };
  const named = { ...base, name: test.name, loinc: test.loinc };
  const units = unitsOf(test);
  const sizes = new Set(units.map((unit) => factorOf(test, unit)));
  const isWithoutUnit = given.unit === undefined || given.unit.trim() === '';
  const { notConverted = [] } = test;
  if (isWithoutUnit && sizes.size + notConverted.length > 1)
    return { ...named, status: 'unit_needed', needed: [...units.map(shownUnit), ...notConverted] };
  const unit = isWithoutUnit ? test.unit : plainUnit(given.unit ?? '');
  const factor = factorOf(test, unit);
  if (factor === undefined) return { ...named, status: 'unknown_unit', needed: units.map(shownUnit) };
  const inUnit = rounded(value * factor);
  const ranges = rangesFor(test, patient);
  const limits = limitsFor(test, patient);
  const suspects = usualIn(test, value, unit, ranges);
  const found = {
    ...named,
    unit: shownUnit(unit),
    ...(factor === 1
      ? {}
      : { converted: { value: inUnit, unit: shownUnit(test.unit), factor: rounded(factor) } }),
    ranges: ranges.map((range) => citedRange(range, test.unit)),
    ...(limits === undefined
      ? {}
      : {
          critical: {
            ...(limits.low === undefined ? {} : { low: limits.low }),
            ...(limits.high === undefined ? {} : { high: limits.high }),
            unit: shownUnit(test.unit),
            holdsFor: limits.of,
            source: limits.of === 'adults' ? ('criticalAdults' as const) : ('criticalChildren' as const),
          },
        }),
  };
  const error = factor === 1 ? 0 : conversionError;
  const isBeyond = limits === undefined ? 'normal' : placeIn(inUnit, limits, error);
  const notes = [
    ...notesOn(test, patient),
    // Otherwise "low" would suggest that the value had been checked against critical limits.
    ...(test.critical !== undefined && limits === undefined
      ? ['The sources used here have no critical limits of this test for children: the laboratory has.']
      : []),
    ...(value < 0 ? ['No such value is below zero: check the number.'] : []),
  ];
  const places = new Set(ranges.map((range) => placeIn(inUnit, range, error)));
  const [place] = places;
  const unlikely =
    isBeyond !== 'normal' || (place !== 'normal' && places.size === 1)
      ? [
          ...(suspects.length > 0
            ? [`As ${suspects.map(shownUnit).join(' or ')} this number would be usual: check the unit.`]
            : []),
          ...confusedTest(test, value, unit, patient),
        ]
      : [];
  if (isBeyond !== 'normal')
    return { ...found, status: `critical_${isBeyond}`, notes: [...notes, ...unlikely] };
  if (place === undefined)
    return {
      ...found,
      status: 'no_reference_range',
      notes: [...notes, 'The sources used here give no range for this patient; the laboratory does.'],
    };
  if (places.size > 1) return { ...found, status: 'patient_data_needed', needed: differences(ranges), notes };
  return { ...found, status: place, notes: [...notes, ...unlikely] };
};

/** A source in the form of a citation. */
export const labSource = (source: LabSource): { readonly title: string; readonly url: string } =>
  labSources[source];
