import type { LabSource } from './lab-sources.ts';

/** The values of healthy people, as far as the source distinguishes them; bounds are in the unit of the test. */
export type LabRange = {
  readonly low?: number;
  readonly high?: number;
  readonly sex?: 'female' | 'male';
  /** Age in years: from this one, and up to but excluding the other. */
  readonly ageFrom: number;
  readonly ageTo?: number;
  /** Absent for people who are not pregnant. */
  readonly trimester?: 1 | 2 | 3;
  readonly source: LabSource;
};

/** Beyond these limits, a clinician must be notified immediately. */
export type CriticalLimits = {
  readonly low?: number;
  readonly high?: number;
  readonly of: 'adults' | 'children';
};

export type LabTest = {
  readonly name: string;
  /** The most common code of the test. */
  readonly loinc: string;
  /** Other codes of the same quantity in the same specimen. */
  readonly furtherLoinc?: readonly string[];
  readonly names: readonly string[];
  /** The unit of the ranges, in the form of `plainUnit`. */
  readonly unit: string;
  /** Factors from other units to that of the ranges. */
  readonly factors?: Readonly<Record<string, number>>;
  readonly ranges: readonly LabRange[];
  readonly critical?: readonly CriticalLimits[];
  /** Units in use that are not converted: a number without a unit may be in one of them. */
  readonly notConverted?: readonly string[];
  /** Another test of the same name, with which this one is confused. */
  readonly confusedWith?: string;
  /** The scope of the range, if it is not obvious from the name. */
  readonly note?: string;
};

type Bounds = readonly [low: number | undefined, high: number | undefined];

const bounds = ([low, high]: Bounds): { low?: number; high?: number } => ({
  ...(low === undefined ? {} : { low }),
  ...(high === undefined ? {} : { high }),
});

/** The age in years from which the lists for adults apply. */
const adultsFrom = 18;
const adults = (low: number | undefined, high: number | undefined): LabRange => ({
  ...bounds([low, high]),
  ageFrom: adultsFrom,
  source: 'abim',
});
const bySex = (female: Bounds, male: Bounds): readonly LabRange[] => [
  { ...bounds(female), sex: 'female', ageFrom: adultsFrom, source: 'abim' },
  { ...bounds(male), sex: 'male', ageFrom: adultsFrom, source: 'abim' },
];
const pregnant = (first: Bounds, second: Bounds, third: Bounds): readonly LabRange[] =>
  [first, second, third].map((its, at) => ({
    ...bounds(its),
    sex: 'female',
    ageFrom: 0,
    trimester: at === 0 ? 1 : at === 1 ? 2 : 3,
    source: 'pregnancy',
  }));
const child = (ageFrom: number, ageTo: number, low: number): LabRange => ({
  low,
  ageFrom,
  ageTo,
  source: 'whoHemoglobin',
});
const critical = (adult: Bounds, children?: Bounds): readonly CriticalLimits[] => [
  { ...bounds(adult), of: 'adults' },
  ...(children === undefined ? [] : [{ ...bounds(children), of: 'children' as const }]),
];

/** Monovalent ions: a milliequivalent is a millimole. */
const monovalent = { 'meq/l': 1 };

/**
 * Tests with the ranges of `labSources`. Tests whose values depend on the laboratory's method, such as troponin, are
 * left out, because other laboratories' ranges do not apply to them.
 */
export const labTests: readonly LabTest[] = [
  {
    name: 'sodium',
    loinc: '2951-2',
    furtherLoinc: ['2947-0'],
    names: ['na', 'na+', 'serum sodium'],
    unit: 'mmol/l',
    factors: monovalent,
    ranges: [adults(136, 145), ...pregnant([133, 148], [129, 148], [130, 148])],
    critical: critical([120, 158], [121, 156]),
  },
  {
    name: 'potassium',
    loinc: '2823-3',
    furtherLoinc: ['6298-4'],
    names: ['k', 'k+', 'serum potassium'],
    unit: 'mmol/l',
    factors: monovalent,
    ranges: [adults(3.5, 5), ...pregnant([3.6, 5], [3.3, 5], [3.3, 5.1])],
    critical: critical([2.8, 6.2], [2.8, 6.4]),
  },
  {
    name: 'chloride',
    loinc: '2075-0',
    furtherLoinc: ['2069-3'],
    names: ['cl', 'cl-'],
    unit: 'mmol/l',
    factors: monovalent,
    ranges: [adults(98, 106), ...pregnant([101, 105], [97, 109], [97, 109])],
    critical: critical([75, 126]),
  },
  {
    name: 'bicarbonate',
    loinc: '1963-8',
    furtherLoinc: ['2028-9', '2024-8'],
    names: ['hco3', 'hco3-', 'bicarb', 'co2 content', 'tco2', 'total co2', 'carbon dioxide total'],
    unit: 'mmol/l',
    factors: monovalent,
    ranges: [adults(23, 28), ...pregnant([20, 24], [20, 24], [20, 24])],
    critical: critical([11, 40], [11, 39]),
  },
  {
    name: 'urea nitrogen',
    loinc: '3094-0',
    furtherLoinc: ['6299-2'],
    names: ['bun', 'blood urea nitrogen'],
    unit: 'mg/dl',
    // 1 / 0.357 mmol/L of urea for 1 mg/dL of urea nitrogen.
    factors: { 'mmol/l': 1 / 0.357 },
    ranges: [adults(8, 20), ...pregnant([7, 12], [3, 13], [3, 11])],
    critical: critical([undefined, 104]),
  },
  {
    name: 'urea',
    loinc: '22664-7',
    furtherLoinc: ['3091-6'],
    names: ['serum urea', 'blood urea'],
    unit: 'mmol/l',
    // The unit of urea (60.06 g/mol); urea nitrogen in mg/dL is a different quantity.
    factors: { 'mg/dl': 10 / 60.06 },
    ranges: [adults(2.9, 7.1)],
    critical: critical([undefined, 37.1]),
  },
  {
    name: 'creatinine',
    loinc: '2160-0',
    furtherLoinc: ['14682-9', '38483-4'],
    names: ['cr', 'crea', 'creat', 'scr', 'serum creatinine'],
    unit: 'mg/dl',
    factors: { 'umol/l': 1 / 88.4 },
    ranges: [...bySex([0.5, 1.1], [0.7, 1.3]), ...pregnant([0.4, 0.7], [0.4, 0.8], [0.4, 0.9])],
    critical: critical([undefined, 7.4]),
  },
  {
    name: 'glucose',
    loinc: '2345-7',
    furtherLoinc: ['1558-6', '2339-0', '15074-8', '14749-6', '41653-7'],
    names: ['glu', 'blood glucose', 'blood sugar', 'bgl', 'fasting glucose', 'plasma glucose'],
    unit: 'mg/dl',
    factors: { 'mmol/l': 1 / 0.0555 },
    ranges: [adults(70, 99)],
    critical: critical([46, 484], [46, 445]),
    note: 'The range is that of fasting people.',
  },
  {
    name: 'calcium',
    loinc: '17861-6',
    furtherLoinc: ['2000-8'],
    names: ['ca', 'total calcium', 'serum calcium', 'calcium total'],
    unit: 'mg/dl',
    factors: { 'mmol/l': 1 / 0.2495, 'meq/l': 2.004 },
    ranges: [adults(8.6, 10.2), ...pregnant([8.8, 10.6], [8.2, 9], [8.2, 9.7])],
    critical: critical([6.6, 12.9]),
    confusedWith: 'ionized calcium',
    note: 'Total calcium, not corrected for albumin.',
  },
  {
    name: 'ionized calcium',
    loinc: '1995-0',
    furtherLoinc: ['1994-3', '12180-6'],
    names: ['ica', 'ionised calcium', 'free calcium', 'calcium ionized'],
    unit: 'mmol/l',
    factors: { 'mg/dl': 0.2495, 'meq/l': 0.5 },
    ranges: [adults(1.12, 1.23)],
    critical: critical([0.82, 1.55]),
    confusedWith: 'calcium',
  },
  {
    name: 'magnesium',
    loinc: '19123-9',
    furtherLoinc: ['2601-3', '21377-7'],
    names: ['mg', 'mg2+', 'serum magnesium'],
    unit: 'mg/dl',
    factors: { 'mmol/l': 1 / 0.4114, 'meq/l': 1 / 0.823 },
    ranges: [adults(1.6, 2.6), ...pregnant([1.6, 2.2], [1.5, 2.2], [1.1, 2.2])],
    critical: critical([1, 4.9]),
  },
  {
    name: 'phosphorus',
    loinc: '2777-1',
    furtherLoinc: ['14879-1'],
    names: ['phos', 'phosphate', 'inorganic phosphorus', 'po4'],
    unit: 'mg/dl',
    factors: { 'mmol/l': 1 / 0.3229 },
    ranges: [adults(3, 4.5), ...pregnant([3.1, 4.6], [2.5, 4.6], [2.8, 4.6])],
    critical: critical([1.2, 8.9]),
  },
  {
    name: 'albumin',
    loinc: '1751-7',
    names: ['alb', 'serum albumin'],
    unit: 'g/dl',
    factors: { 'g/l': 0.1 },
    ranges: [adults(3.5, 5.5), ...pregnant([3.1, 5.1], [2.6, 4.5], [2.3, 4.2])],
  },
  {
    name: 'total bilirubin',
    loinc: '1975-2',
    furtherLoinc: ['14631-6'],
    names: ['bilirubin', 'tbil', 't bili', 'bili', 'bilirubin total'],
    unit: 'mg/dl',
    factors: { 'umol/l': 1 / 17.104 },
    ranges: [adults(0.3, 1), ...pregnant([0.1, 0.4], [0.1, 0.8], [0.1, 1.1])],
  },
  {
    name: 'alanine aminotransferase',
    loinc: '1742-6',
    names: ['alt', 'sgpt', 'gpt', 'alat'],
    unit: 'u/l',
    ranges: [adults(10, 40), ...pregnant([3, 30], [2, 33], [2, 25])],
  },
  {
    name: 'aspartate aminotransferase',
    loinc: '1920-8',
    names: ['ast', 'sgot', 'got', 'asat'],
    unit: 'u/l',
    ranges: [adults(10, 40), ...pregnant([3, 23], [3, 33], [4, 32])],
  },
  {
    name: 'alkaline phosphatase',
    loinc: '6768-6',
    names: ['alp', 'alk phos', 'alkp'],
    unit: 'u/l',
    ranges: [adults(30, 120), ...pregnant([17, 88], [25, 126], [38, 229])],
  },
  {
    name: 'uric acid',
    loinc: '3084-1',
    furtherLoinc: ['14933-6'],
    names: ['urate', 'ua serum'],
    unit: 'mg/dl',
    factors: { 'umol/l': 1 / 59.48, 'mmol/l': 1000 / 59.48 },
    ranges: [adults(3, 7), ...pregnant([2, 4.2], [2.4, 4.9], [3.1, 6.3])],
    critical: critical([undefined, 13]),
  },
  {
    name: 'osmolality',
    loinc: '2692-2',
    names: ['osm', 'serum osmolality', 'plasma osmolality'],
    unit: 'mosm/kg',
    factors: { 'mmol/kg': 1 },
    ranges: [adults(275, 295)],
    critical: critical([250, 326]),
  },
  {
    name: 'thyroid stimulating hormone',
    loinc: '3016-3',
    furtherLoinc: ['11580-8', '11579-0'],
    names: ['tsh', 'thyrotropin'],
    unit: 'mu/l',
    ranges: [adults(0.5, 4), ...pregnant([0.6, 3.4], [0.37, 3.6], [0.38, 4.04])],
  },
  {
    name: 'free thyroxine',
    loinc: '3024-7',
    furtherLoinc: ['14920-3'],
    names: ['free t4', 'ft4', 'thyroxine free'],
    unit: 'ng/dl',
    factors: { 'pmol/l': 1 / 12.871 },
    ranges: [adults(0.8, 1.8)],
  },
  {
    name: 'hemoglobin',
    loinc: '718-7',
    furtherLoinc: ['30313-1', '30350-3'],
    names: ['hb', 'hgb', 'haemoglobin'],
    unit: 'g/dl',
    factors: { 'g/l': 0.1, 'mmol/l': 1 / 0.6206 },
    ranges: [
      ...bySex([12, 16], [14, 18]),
      ...pregnant([11.6, 13.9], [9.7, 14.8], [9.5, 15]),
      child(0.5, 2, 10.5),
      child(2, 5, 11),
      child(5, 12, 11.5),
      child(12, 15, 12),
      { low: 12, sex: 'female', ageFrom: 15, ageTo: 18, source: 'whoHemoglobin' },
      { low: 13, sex: 'male', ageFrom: 15, ageTo: 18, source: 'whoHemoglobin' },
    ],
    critical: critical([6.6, 19.9]),
  },
  {
    name: 'hematocrit',
    loinc: '4544-3',
    furtherLoinc: ['20570-8', '71833-8'],
    names: ['hct', 'haematocrit', 'packed cell volume', 'pcv'],
    unit: '%',
    factors: { 'l/l': 100 },
    ranges: [...bySex([37, 47], [42, 50]), ...pregnant([31, 41], [30, 39], [28, 40])],
    critical: critical([18, 61]),
  },
  {
    name: 'white blood cell count',
    loinc: '6690-2',
    furtherLoinc: ['26464-8', '804-5'],
    names: ['wbc', 'wcc', 'leukocytes', 'leucocytes', 'leukocyte count', 'white cell count', 'white cells'],
    unit: '10^9/l',
    factors: { '/ul': 0.001 },
    ranges: [adults(4, 11), ...pregnant([5.7, 13.6], [5.6, 14.8], [5.9, 16.9])],
    critical: critical([2, 37]),
  },
  {
    name: 'platelet count',
    loinc: '777-3',
    furtherLoinc: ['26515-7'],
    names: ['plt', 'platelets', 'thrombocytes', 'platelet'],
    unit: '10^9/l',
    factors: { '/ul': 0.001 },
    ranges: [adults(150, 450), ...pregnant([174, 391], [155, 409], [146, 429])],
    critical: critical([37, 910]),
  },
  {
    name: 'mean corpuscular volume',
    loinc: '787-2',
    furtherLoinc: ['30428-7'],
    names: ['mcv'],
    unit: 'fl',
    ranges: [adults(80, 98)],
  },
  {
    name: 'prothrombin time',
    loinc: '5902-2',
    names: ['pt', 'protime'],
    unit: 's',
    // The international normalized ratio and percent of activity (Quick) have the same name.
    notConverted: ['INR', '%'],
    ranges: [adults(11, 13), ...pregnant([9.7, 13.5], [9.5, 13.4], [9.6, 12.9])],
    critical: critical([undefined, 27]),
  },
  {
    name: 'activated partial thromboplastin time',
    loinc: '14979-9',
    furtherLoinc: ['3173-2'],
    names: ['aptt', 'ptt', 'partial thromboplastin time'],
    unit: 's',
    ranges: [adults(25, 35), ...pregnant([23, 38.9], [22.9, 38.1], [22.6, 35])],
    critical: critical([undefined, 68]),
    note: 'Of somebody who is not given heparin.',
  },
  {
    name: 'fibrinogen',
    loinc: '3255-7',
    names: ['plasma fibrinogen'],
    unit: 'mg/dl',
    factors: { 'g/l': 100 },
    ranges: [adults(200, 400), ...pregnant([244, 510], [291, 538], [301, 696])],
    critical: critical([88, undefined]),
  },
  {
    name: 'ferritin',
    loinc: '2276-4',
    names: ['serum ferritin'],
    unit: 'ug/l',
    factors: { 'pmol/l': 1 / 2.247 },
    ranges: [...bySex([24, 307], [24, 336]), ...pregnant([6, 130], [2, 230], [0, 116])],
  },
  {
    name: 'hemoglobin A1c',
    loinc: '4548-4',
    furtherLoinc: ['17856-6'],
    names: ['hba1c', 'a1c', 'glycated hemoglobin', 'haemoglobin a1c'],
    unit: '%',
    // The IFCC unit, in which 38 is usual; the conversion needs more than a factor.
    notConverted: ['mmol/mol'],
    ranges: [adults(4, 5.6)],
  },
  {
    name: 'lactate',
    loinc: '2524-7',
    furtherLoinc: ['32693-4', '14118-4'],
    names: ['lactic acid', 'venous lactate'],
    unit: 'mmol/l',
    factors: { 'mg/dl': 0.111, 'meq/l': 1 },
    ranges: [adults(0.67, 1.8)],
    critical: critical([undefined, 3.4]),
    note: 'Of venous blood.',
  },
  {
    name: 'arterial pH',
    loinc: '2744-1',
    names: ['ph', 'blood ph', 'arterial blood ph'],
    unit: '',
    ranges: [adults(7.38, 7.44)],
    critical: critical([7.21, 7.59]),
    note: 'Of arterial blood.',
  },
  {
    name: 'arterial carbon dioxide pressure',
    loinc: '2019-8',
    names: ['paco2', 'pco2', 'arterial pco2'],
    unit: 'mmhg',
    factors: { kpa: 7.50062 },
    ranges: [adults(38, 42)],
    critical: critical([19, 67]),
    note: 'Of arterial blood.',
  },
  {
    name: 'arterial oxygen pressure',
    loinc: '2703-7',
    names: ['pao2', 'po2', 'arterial po2'],
    unit: 'mmhg',
    factors: { kpa: 7.50062 },
    ranges: [adults(75, 100)],
    critical: critical([43, undefined]),
    note: 'Of arterial blood, breathing room air.',
  },
];
