import type { Measured } from './parameters/amount.ts';
import { roundedTo } from './rounded-to.ts';

/** Lower bounds of the rows of a table, rising, and the digits after the point that they are printed with. */
type Printed = { readonly digits: number; readonly from: readonly number[] };

/** The bounds as a publication prints them for each unit: they are no exact conversions of each other. */
export type PrintedBounds<Unit extends string> = Readonly<Record<Unit, Printed>>;

/**
 * How many bounds a value reaches, by those of the unit that it was given in: a value that is converted first and then
 * rounded may land in another row. It is rounded as the table is printed, so that none falls between two rows.
 */
export const boundsReached = <Unit extends string>(
  { given, unit }: Measured<Unit>,
  bounds: PrintedBounds<Unit>,
): number => {
  const { digits, from } = bounds[unit];
  const rounded = roundedTo(given, digits);
  return from.filter((bound) => rounded >= bound).length;
};
