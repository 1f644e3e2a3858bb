/** The kinds of quantities: two of different kinds are never equal. */
export type QuantityKind =
  | 'mass'
  | 'volume'
  | 'energy'
  | 'equivalents'
  | 'moles'
  | 'osmoles'
  | 'units'
  | 'form'
  | 'strength'
  | 'level'
  | 'share'
  | 'time'
  | 'pound'
  | 'pressure'
  | 'length'
  | 'gauge'
  | 'warmth'
  | 'rate'
  | 'frequency'
  | 'fold'
  | 'count';

/** A unit with its conversion to the unit in which its kind is compared. */
export type MeasurementUnit = {
  /** One name for all spellings, after the ISMP's list of error-prone abbreviations: `mcg`, `units`, `mL`. */
  readonly symbol: string;
  readonly kind: QuantityKind;
  /** The unit in which quantities of the kind are compared. */
  readonly name: string;
  /** Exact. Pounds do not convert to kilograms: a search for one does not find the other. */
  readonly factor: number;
};

type Row = MeasurementUnit & { readonly spellings: readonly string[] };

const row = (
  spellings: string,
  symbol: string,
  kind: QuantityKind,
  [name, factor]: readonly [string, number] = [symbol, 1],
): Row => ({ spellings: spellings.split('|'), symbol, kind, name, factor });

/**
 * Every unit with its spellings, in lower case, with one space between words, signs and digits. Sources of the
 * spellings: the ISMP's list of error-prone abbreviations (ug, u, iu, cc, gtt), the BNF and UKMi, which write
 * micrograms, nanograms and units out, the Australian Commission on Safety and Quality in Health Care (microg), the Ph.
 * Eur. and labels of the FDA (international units, USP units, actuations), USP general chapter 7 (gtt, gm), and
 * languages that models answer in (mikrogramm, microgramos, microgrammes).
 */
const rows: readonly Row[] = [
  row('ng|nanogram|nanograms|nanogramme|nanogrammes', 'ng', 'mass', ['mg', 1e-6]),
  row(
    'mcg|mcgs|ug|ugs|µg|μg|microg|microgram|micrograms|microgramme|mikrogramm|microgramos|microgrammes',
    'mcg',
    'mass',
    ['mg', 0.001],
  ),
  row('mg|mgs|mgm|milligram|milligrams|milligramme|milligrammes|miligramos|milligramm', 'mg', 'mass'),
  row('g|gm|gms|gram|grams|gramme|grammes|gramos|gramm', 'g', 'mass', ['mg', 1000]),
  row('kg|kgs|kilo|kilos|kilogram|kilograms', 'kg', 'mass', ['mg', 1e6]),
  row('lb|lbs|pound|pounds', 'lb', 'pound'),
  row('ml|mls|cc|ccs|milliliter|milliliters|millilitre|millilitres', 'mL', 'volume'),
  row('dl|deciliter|deciliters|decilitre|decilitres', 'dL', 'volume', ['mL', 100]),
  row('l|liter|liters|litre|litres', 'L', 'volume', ['mL', 1000]),
  row('lpm', 'L/min', 'volume', ['mL/min', 1000]),
  row('j|joule|joules', 'J', 'energy'),
  row('meq|meqs|milliequivalent|milliequivalents', 'mEq', 'equivalents'),
  row('mmol|mmols|millimole|millimoles', 'mmol', 'moles'),
  row('mosm|mosmol|milliosmole|milliosmoles', 'mOsm', 'osmoles'),
  row(
    'unit|units|u|iu|ius|i . u .|i . u|international unit|international units|usp unit|usp units',
    'units',
    'units',
  ),
  row('milliunit|milliunits', 'milliunits', 'units', ['units', 0.001]),
  row('puff|puffs|inhalation|inhalations|actuation|actuations', 'puff', 'form'),
  row('spray|sprays', 'spray', 'form'),
  row('tab|tabs|tablet|tablets', 'tablet', 'form'),
  row('capsule|capsules|caps', 'capsule', 'form'),
  row('suppository|suppositories', 'suppository', 'form'),
  row('amp|amps|ampule|ampules|ampoule|ampoules', 'ampule', 'form'),
  row('vial|vials', 'vial', 'form'),
  row('drop|drops|gtt|gtts', 'drop', 'form'),
  row('sec|secs|second|seconds', 's', 'time', ['min', 1 / 60]),
  row('min|mins|minute|minutes', 'min', 'time'),
  row('h|hr|hrs|hour|hours', 'h', 'time', ['min', 60]),
  row('day|days', 'day', 'time', ['min', 1440]),
  row('week|weeks|wk|wks', 'week', 'time', ['min', 10_080]),
  row('month|months|mo|mos', 'month', 'time'),
  row('year|years|yr|yrs|y|yo|y / o', 'year', 'time', ['month', 12]),
  row('mmhg|mm hg', 'mmHg', 'pressure'),
  row('kpa', 'kPa', 'pressure'),
  row('cm h 2 o|cmh 2 o', 'cmH2O', 'pressure'),
  row('mm', 'mm', 'length', ['cm', 0.1]),
  row('cm', 'cm', 'length'),
  row('inch|inches', 'inch', 'length'),
  row('ft|foot|feet', 'foot', 'length'),
  row('° c|degrees c|degrees celsius|°c', '°C', 'warmth', ['C', 1]),
  row('° f|degrees f|degrees fahrenheit|°f', '°F', 'warmth', ['F', 1]),
  row('°|degrees|degree', '°', 'warmth', ['degree', 1]),
  row('bpm|beats per minute|beats / min|beats / minute', 'bpm', 'rate', ['/min', 1]),
  row('%|percent|per cent', '%', 'share'),
  row('time|times|x|×', 'time', 'count'),
  row('dose|doses', 'dose', 'count'),
  row('ma|milliamp|milliamps', 'mA', 'count'),
  row('fr|french', 'Fr', 'count'),
];

const bySpelling: ReadonlyMap<string, MeasurementUnit> = new Map(
  rows.flatMap(({ spellings, ...unit }) => spellings.map((spelling) => [spelling, unit] as const)),
);

/** The number of parts of the longest spelling. */
export const maxUnitParts = 4;

/** The unit with exactly this spelling: parts in lower case, joined by spaces. */
export const unitOf = (parts: string): MeasurementUnit | undefined => bySpelling.get(parts);

const bySymbol: ReadonlyMap<string, MeasurementUnit> = new Map(rows.map((unit) => [unit.symbol, unit]));

/** The unit of a symbol such as `mcg`. */
export const unitNamed = (symbol: string): MeasurementUnit | undefined => bySymbol.get(symbol);

/** The kinds of quantities that are given to patients. */
export const doseKinds: ReadonlySet<QuantityKind> = new Set([
  'mass',
  'volume',
  'energy',
  'equivalents',
  'moles',
  'units',
  'form',
]);

/** Units of body weight, not of amounts to give. */
const weights = new Set(['kg', 'lb']);

/** True for units of amounts to give: micrograms, puffs, joules; not kilograms, minutes or mmHg. */
export const isDoseUnit = ({ kind, symbol }: MeasurementUnit): boolean =>
  doseKinds.has(kind) && !weights.has(symbol) && symbol !== 'dL';

/** Each spelling with its unit. */
export const unitSpellings: readonly (readonly [string, MeasurementUnit])[] = [...bySpelling];

const escaped = (spelling: string): string => spelling.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * The source of a pattern, for text in any case, that matches every spelling of the wanted units, longest first. It
 * ends with the spelling: the caller adds what may follow.
 *
 * @param fewestCharacters the length of the shortest spelling to include
 */
export const unitSource = (isWanted: (unit: MeasurementUnit) => boolean, fewestCharacters = 1): string =>
  unitSpellings
    .filter(([spelling, unit]) => spelling.length >= fewestCharacters && isWanted(unit))
    .map(([spelling]) => spelling)
    .sort((one, other) => other.length - one.length)
    .map((spelling) => spelling.split(' ').map(escaped).join(String.raw`\s?`))
    .join('|');

/** The denominator of an amount. */
export type PerUnit = {
  readonly symbol: string;
  readonly name: string;
  /** The factor to convert it to `name`. */
  readonly factor: number;
};

const pers: ReadonlyMap<string, PerUnit> = new Map(
  (
    [
      ['kg|kgs|kilo|kilos|kilogram|kilograms', 'kg', 'kg', 1],
      ['lb|lbs|pound|pounds', 'lb', 'lb', 1],
      ['sec|secs|second|seconds', 's', 'min', 1 / 60],
      ['min|mins|minute|minutes', 'min', 'min', 1],
      ['h|hr|hrs|hour|hours', 'h', 'min', 60],
      ['day|days|d|daily', 'day', 'day', 1],
      ['week|weeks|wk', 'week', 'week', 1],
      ['dose|doses', 'dose', 'dose', 1],
      ['ml|mls|cc|ccs|milliliter|millilitre', 'mL', 'mL', 1],
      ['dl', 'dL', 'dL', 1],
      ['l|liter|litre|liters|litres', 'L', 'L', 1],
      ['m2|m²|m 2', 'm2', 'm2', 1],
      ['nare|nares|nostril', 'nostril', 'nostril', 1],
      ['puff|spray|actuation|inhalation', 'puff', 'puff', 1],
      // Laboratory values relative to another substance: "30 mg/g", "3 mg/mmol" of creatinine (KDIGO).
      ['g', 'g', 'g', 1],
      ['mmol', 'mmol', 'mmol', 1],
    ] as const
  ).flatMap(([spellings, symbol, name, factor]) =>
    spellings.split('|').map((spelling) => [spelling, { symbol, name, factor }] as const),
  ),
);

/** Parses the denominator after "per", "/" or "a": "kg", "hour", "mL". */
export const perUnitOf = (part: string): PerUnit | undefined => pers.get(part);
