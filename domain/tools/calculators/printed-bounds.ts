import type { Measured } from './parameters/amount.ts';
import { roundedTo } from './rounded-to.ts';

/** Lower bounds of the rows of a table, rising, and the digits after the point that they are printed with. */
type Printed = { readonly digits: number; readonly from: readonly number[] };

/** The bounds as a publication prints them for each unit: they are not exact conversions of each other. */
export type PrintedBounds<Unit extends string> = Readonly<Record<Unit, Printed>>;

/**
 * Returns how many bounds a value reaches, using those of the unit in which it was entered: converting first and
 * rounding afterwards may change the row. The value is rounded like the table, so that none falls between two rows.
 */
export const boundsReached = <Unit extends string>(
  { given, unit }: Measured<Unit>,
  bounds: PrintedBounds<Unit>,
): number => {
  const { digits, from } = bounds[unit];
  const rounded = roundedTo(given, digits);
  return from.filter((bound) => rounded >= bound).length;
};
