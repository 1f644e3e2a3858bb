import { parseQuantities } from './parse-quantities.ts';
import { isConcentration, type Quantity } from './quantity.ts';

/** A concentration as written: "0.1 mg/mL", "1:10,000", "50%". */
export type NamedStrength = {
  readonly written: string;
  /** Milligrams, or units, per millilitre: equal for equal strengths. */
  readonly perMilliliter: number;
  readonly unit: 'mg' | 'units' | 'mEq';
};

const solutes = 'dextrose|glucose|sodium|saline|calcium|lidocaine|magnesium';
const soluteAfter = new RegExp(String.raw`^\s?(?:${solutes})`, 'i');
const soluteBefore = /(?:dextrose|glucose|saline|chloride|bicarbonate|gluconate|lidocaine|sulfate)\s\(?$/i;
/** The most characters between a percentage and its substance. */
const near = 16;

/**
 * True for the percentage of a solution, which is grams per 100 mL: "10% dextrose", "dextrose 10%", "D10"; not a
 * saturation or a share of a surface.
 */
const isOfSolution = (text: string, { kind, start, end, written }: Quantity): boolean =>
  kind === 'share' &&
  (/^d/i.test(written) ||
    soluteAfter.test(text.slice(end, end + near)) ||
    soluteBefore.test(text.slice(Math.max(0, start - near), start)));

const solvable = ['mg', 'units', 'mEq'] as const;

const strengthOf = (text: string, quantity: Quantity): NamedStrength | undefined => {
  const { written, unit, low, high } = quantity;
  if (high !== undefined || !(low > 0)) return undefined;
  if (isOfSolution(text, quantity)) return { written, perMilliliter: low * 10, unit: 'mg' };
  const [name, volume] = unit.split('/');
  const known = solvable.find((one) => one === name);
  return known !== undefined && isConcentration(quantity)
    ? { written, perMilliliter: volume === 'L' ? low / 1000 : low, unit: known }
    : undefined;
};

/** Finds the strengths in a text, in order of mention; not laboratory values (mg/dL) or rates. */
export const strengthsIn = (text: string): readonly NamedStrength[] =>
  parseQuantities(text).flatMap((quantity) => strengthOf(text, quantity) ?? []);
