import { readNumber } from './number-words.ts';

/** A concentration as it was written: "0.1 mg/mL", "1:10,000", "50%". */
export type NamedStrength = {
  readonly written: string;
  /** In milligrams, or in the unit, of one millilitre: equal for what is equally strong. */
  readonly perMilliliter: number;
  readonly unit: 'mg' | 'units' | 'mEq';
};

const perVolume =
  /(?<![\w.,:/])(\d{1,6}(?:,\d{3})?(?:\.\d{1,4})?|\.\d{1,4})\s?(mcg|µg|μg|mg|g|gm|units?|meq)\s?(?:\/|per)\s?(\d{1,4}(?:\.\d{1,3})?)?\s?(ml|cc|l)\b(?!\s?\/)/gi;
/** Ratios are grams in millilitres: 1:1,000 is 1 mg/mL (ISMP: such expressions are mistaken for each other). */
const ratio = /(?<![\w.:])1\s?:\s?(1,?000|10,?000|100,?000)(?![\d,])/g;
/** Per cent are grams in 100 mL: "10% dextrose", "dextrose 10%", "D10"; not a saturation nor a share of a surface. */
const percent =
  /(?<![\w.,])(\d{1,2}(?:\.\d{1,2})?)\s?%(?=\s?(?:dextrose|glucose|sodium|saline|calcium|lidocaine|magnesium))|(?<=(?:dextrose|glucose|saline|chloride|bicarbonate|gluconate|lidocaine|sulfate)\s\(?)(\d{1,2}(?:\.\d{1,2})?)\s?%|\bd(5|10|12\.5|25|50)w?\b/gi;

/** A number of grams, milligrams or micrograms in milligrams. */
const milligrams: Readonly<Record<string, number>> = {
  mcg: 0.001,
  µg: 0.001,
  μg: 0.001,
  mg: 1,
  g: 1000,
  gm: 1000,
};

const volumeOf = (count: string | undefined, unit: string): number =>
  (count === undefined ? 1 : Number(count)) * (unit.toLowerCase() === 'l' ? 1000 : 1);

/** The strengths that a text names, in order of mention; not laboratory values (mg/dL) nor rates. */
export const strengthsIn = (text: string): readonly NamedStrength[] => {
  const found = [
    ...[...text.matchAll(perVolume)].flatMap((match) => {
      const [written, amount = '', unit = '', count, volume = ''] = match;
      const inUnit = unit.toLowerCase();
      const factor = milligrams[inUnit];
      const each = (readNumber(amount) * (factor ?? 1)) / volumeOf(count, volume);
      if (!Number.isFinite(each) || each <= 0) return [];
      const named = factor !== undefined ? 'mg' : inUnit === 'meq' ? 'mEq' : 'units';
      return [{ at: match.index, written, perMilliliter: each, unit: named } as const];
    }),
    ...[...text.matchAll(ratio)].map(
      ({ 0: written, 1: parts = '', index: at }) =>
        ({ at, written, perMilliliter: 1000 / readNumber(parts), unit: 'mg' }) as const,
    ),
    ...[...text.matchAll(percent)].map(
      ({ 0: written, 1: before, 2: after, 3: letter, index: at }) =>
        ({ at, written, perMilliliter: Number(before ?? after ?? letter) * 10, unit: 'mg' }) as const,
    ),
  ];
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ written, perMilliliter, unit }) => ({ written, perMilliliter, unit }));
};
