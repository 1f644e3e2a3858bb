/** The conversion to the unit of the publication: `value × factor + offset`. */
type Conversion = { readonly factor: number; readonly offset?: number };

/** The units in which a value can be given; the first is that of the publication. */
export type Units = Readonly<Record<string, Conversion>>;

/** Digits that a conversion keeps: those beyond are floating-point error, which must not move a value over a bound. */
const DIGITS = 12;

/** Converts a value to the unit of the publication. */
export const toFirstUnit = (value: number, { factor, offset = 0 }: Conversion): number =>
  factor === 1 && offset === 0 ? value : Number((value * factor + offset).toPrecision(DIGITS));

/** Converts a value from the unit of the publication. */
export const fromFirstUnit = (value: number, { factor, offset = 0 }: Conversion): number =>
  (value - offset) / factor;

/** Normalizes the spelling of a unit: both signs for micro and the letter u, and case. */
const plain = (unit: string): string =>
  unit
    .trim()
    .toLowerCase()
    .replace(/[\u00b5\u03bc]/g, 'u')
    .replaceAll(' ', '');

/** The units of a table by their names. */
export type UnitOf<Table extends Units> = keyof Table & string;

const isUnitOf = <Table extends Units>(units: Table, unit: string): unit is UnitOf<Table> =>
  Object.hasOwn(units, unit);

/** Returns the unit meant by a spelling, as the table writes it. */
export const unitOf = <Table extends Units>(units: Table, written: string): UnitOf<Table> | undefined => {
  const wanted = plain(written);
  return [written, ...Object.keys(units).filter((unit) => plain(unit) === wanted)].find((unit) =>
    isUnitOf(units, unit),
  );
};
