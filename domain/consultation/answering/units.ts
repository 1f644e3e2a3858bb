/** What is measured: two quantities of different kinds are never the same. */
export type QuantityKind =
  | 'mass'
  | 'volume'
  | 'energy'
  | 'equivalents'
  | 'moles'
  | 'units'
  | 'form'
  | 'strength'
  | 'level'
  | 'share'
  | 'time'
  | 'pound'
  | 'pressure'
  | 'length'
  | 'warmth'
  | 'rate'
  | 'frequency'
  | 'fold'
  | 'count';

/** A unit in terms of the one that its kind is compared in. Factors are exact: pounds are no kilograms. */
export type MeasurementUnit = { readonly name: string; readonly kind: QuantityKind; readonly factor: number };

const row = (
  spellings: string,
  name: string,
  kind: QuantityKind,
  factor = 1,
): readonly (readonly [string, MeasurementUnit])[] =>
  spellings.split('|').map((spelling) => [spelling, { name, kind, factor }] as const);

/** Units by how they are written, in lower case, words apart by one blank. */
const units: ReadonlyMap<string, MeasurementUnit> = new Map([
  ...row('ng|nanogram|nanograms', 'mg', 'mass', 1e-6),
  ...row('mcg|mcgs|ug|µg|μg|microgram|micrograms|mikrogramm|microgramos|microgrammes', 'mg', 'mass', 0.001),
  ...row('mg|mgs|milligram|milligrams|milligramme|milligrammes|miligramos|milligramm', 'mg', 'mass', 1),
  ...row('g|gm|gms|gram|grams|gramme|grammes|gramos|gramm', 'mg', 'mass', 1000),
  ...row('kg|kgs|kilo|kilos|kilogram|kilograms', 'mg', 'mass', 1e6),
  ...row('lb|lbs|pound|pounds', 'lb', 'pound'),
  ...row('ml|mls|cc|ccs|milliliter|milliliters|millilitre|millilitres', 'mL', 'volume', 1),
  ...row('dl|deciliter|deciliters', 'mL', 'volume', 100),
  ...row('l|liter|liters|litre|litres', 'mL', 'volume', 1000),
  ...row('j|joule|joules', 'J', 'energy'),
  ...row('meq|meqs|milliequivalent|milliequivalents', 'mEq', 'equivalents'),
  ...row('mmol|mmols|millimole|millimoles', 'mmol', 'moles'),
  ...row('unit|units|iu|international units', 'units', 'units'),
  ...row('puff|puffs|inhalation|inhalations', 'puff', 'form'),
  ...row('spray|sprays', 'spray', 'form'),
  ...row('tab|tabs|tablet|tablets', 'tablet', 'form'),
  ...row('capsule|capsules', 'capsule', 'form'),
  ...row('amp|amps|ampule|ampules|ampoule|ampoules', 'ampule', 'form'),
  ...row('vial|vials', 'vial', 'form'),
  ...row('drop|drops|gtt|gtts', 'drop', 'form'),
  ...row('sec|secs|second|seconds', 'min', 'time', 1 / 60),
  ...row('min|mins|minute|minutes', 'min', 'time', 1),
  ...row('h|hr|hrs|hour|hours', 'min', 'time', 60),
  ...row('day|days', 'min', 'time', 1440),
  ...row('week|weeks|wk|wks', 'min', 'time', 10_080),
  ...row('month|months|mo|mos', 'month', 'time', 1),
  ...row('year|years|yr|yrs|y|yo|y / o', 'month', 'time', 12),
  ...row('mmhg|mm hg', 'mmHg', 'pressure'),
  ...row('cm h 2 o|cmh 2 o', 'cmH2O', 'pressure'),
  ...row('mm', 'cm', 'length', 0.1),
  ...row('cm', 'cm', 'length'),
  ...row('inch|inches', 'inch', 'length'),
  ...row('ft|foot|feet', 'foot', 'length'),
  ...row('° c|degrees c|degrees celsius|°c', 'C', 'warmth'),
  ...row('° f|degrees f|degrees fahrenheit|°f', 'F', 'warmth'),
  ...row('°|degrees|degree', 'degree', 'warmth'),
  ...row('bpm|beats per minute|beats / min|beats / minute', '/min', 'rate'),
  ...row('lpm', 'mL/min', 'volume', 1000),
  ...row('%|percent|per cent', '%', 'share'),
  ...row('time|times|x|×', 'time', 'count'),
  ...row('dose|doses', 'dose', 'count'),
  ...row('ma|milliamp|milliamps', 'mA', 'count'),
  ...row('fr|french', 'Fr', 'count'),
]);

/** The longest spelling has this many parts. */
export const mostUnitParts = 4;

/** The unit that parts of a text, in lower case and joined by blanks, are the whole name of. */
export const unitOf = (parts: string): MeasurementUnit | undefined => units.get(parts);

/** What an amount can be for or in one of, and how much of it one is. */
const pers: ReadonlyMap<string, { readonly name: string; readonly factor: number }> = new Map(
  (
    [
      ['kg|kgs|kilo|kilos|kilogram|kilograms', 'kg', 1],
      ['lb|lbs|pound|pounds', 'lb', 1],
      ['sec|secs|second|seconds', 'min', 1 / 60],
      ['min|mins|minute|minutes', 'min', 1],
      ['h|hr|hrs|hour|hours', 'min', 60],
      ['day|days|d|daily', 'day', 1],
      ['week|weeks|wk', 'week', 1],
      ['dose|doses', 'dose', 1],
      ['ml|mls|cc|milliliter|millilitre', 'mL', 1],
      ['dl', 'dL', 1],
      ['l|liter|litre|liters', 'L', 1],
      ['m2|m²|m 2', 'm2', 1],
      ['nare|nares|nostril', 'nostril', 1],
      ['puff|spray', 'puff', 1],
    ] as const
  ).flatMap(([spellings, name, factor]) =>
    spellings.split('|').map((spelling) => [spelling, { name, factor }] as const),
  ),
);

/** What follows "per", "/" or "a": "kg", "hour", "mL". */
export const perOf = (part: string): { readonly name: string; readonly factor: number } | undefined =>
  pers.get(part);
