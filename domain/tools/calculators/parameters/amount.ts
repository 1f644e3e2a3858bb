import { z } from 'zod';
import { isRecord } from '../../../kernel/is-record.ts';
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { Parameter } from './parameter.ts';
import { refusalOf } from './refusal-of.ts';
import { fromFirstUnit, toFirstUnit, type UnitOf, type Units, unitOf } from './unit.ts';

type Range<Table extends Units = Units> = {
  readonly units: Table;
  /** Bounds in the first unit, both allowed: the values possible in a living patient, or the range of the publication. */
  readonly minimum: number;
  readonly maximum: number;
  /** Only whole numbers. */
  readonly whole?: boolean;
};

/** Digits of a bound in another unit. */
const DIGITS = 4;

/** A bound with few digits, rounded into the range: every displayed bound must be accepted. */
const inward = (bound: number, round: (value: number) => number): number => {
  if (bound === 0) return 0;
  const scale = 10 ** (DIGITS - 1 - Math.floor(Math.log10(Math.abs(bound))));
  // Avoids floating-point error: 8.84 must not become 8.841.
  return Number((round(Number((bound * scale).toPrecision(12))) / scale).toPrecision(12));
};

/** A value in the middle of a range, for an example. */
const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

const ranges = ({
  units,
  minimum,
  maximum,
}: Range): readonly { unit: string; least: number; most: number }[] =>
  Object.entries(units).map(([unit, conversion]) => ({
    unit,
    least: inward(fromFirstUnit(minimum, conversion), Math.ceil),
    most: inward(fromFirstUnit(maximum, conversion), Math.floor),
  }));

/** `0.1 to 40 mg/dL or 8.84 to 3536 µmol/L`. */
const rangeText = (range: Range): string =>
  ranges(range)
    .map(({ unit, least, most }) => `${least} to ${most} ${unit}`)
    .join(' or ');

/** A value in the first unit, and as entered: some publications print bounds for each unit. */
export type Measured<Unit extends string = string> = {
  readonly value: number;
  readonly given: number;
  readonly unit: Unit;
};

type Read<Unit extends string> = (input: unknown) => Result<Measured<Unit>, string>;

const inRange = <Table extends Units>(
  given: number,
  unit: UnitOf<Table>,
  range: Range<Table>,
): Result<Measured<UnitOf<Table>>, string> => {
  const value = toFirstUnit(given, range.units[unit] ?? { factor: 1 });
  // A value just inside the range in its own unit must not fall outside through conversion.
  const slack = 1e-6 * Math.max(Math.abs(range.minimum), Math.abs(range.maximum));
  if (!(value >= range.minimum - slack && value <= range.maximum + slack))
    return err(`must be from ${rangeText(range)}`);
  return ok({ value: Math.min(Math.max(value, range.minimum), range.maximum), given, unit });
};

/** Reads a bare number, for parameters with a single unit. */
const readBare =
  <Table extends Units>(range: Range<Table>, unit: UnitOf<Table>, wanted: string): Read<UnitOf<Table>> =>
  (input) => {
    if (typeof input !== 'number' || !Number.isFinite(input))
      return err(refusalOf(input, wanted, `must be a number: ${wanted}`));
    if (range.whole === true && !Number.isInteger(input)) return err(`must be a whole number: ${wanted}`);
    return inRange(input, unit, range);
  };

/** Reads a number with its unit, which is never guessed. */
const readWithUnit =
  <Table extends Units>(range: Range<Table>, wanted: string): Read<UnitOf<Table>> =>
  (input) => {
    const choice = Object.keys(range.units).join(' or ');
    if (typeof input === 'number') return err(`needs its unit, ${choice}: ${wanted}`);
    if (!isRecord(input)) return err(refusalOf(input, wanted, `must be a number with its unit: ${wanted}`));
    const { value, unit, ...others } = input;
    if (Object.keys(others).length > 0) return err(`must have only value and unit: ${wanted}`);
    if (typeof value !== 'number' || !Number.isFinite(value))
      return err(refusalOf(value, wanted, `must have a number as its value: ${wanted}`));
    if (typeof unit !== 'string') return err(`needs its unit, ${choice}: ${wanted}`);
    const known = unitOf(range.units, unit);
    if (known === undefined) return err(`has an unknown unit; use ${choice}`);
    return inRange(value, known, range);
  };

const withUnitSchema = (range: Range) =>
  ranges(range).map(({ unit, least, most }) => ({
    type: 'object',
    properties: {
      value: { type: 'number', minimum: least, maximum: most },
      unit: { type: 'string', const: unit },
    },
    required: ['value', 'unit'],
    additionalProperties: false,
  }));

/** A measured value; `take` chooses the form that the calculation receives. */
const parameterOf = <Table extends Units, Value>(
  label: string,
  range: Range<Table>,
  take: (measured: Measured<UnitOf<Table>>) => Value,
): Parameter<Value> => {
  const units = Object.keys(range.units);
  const [first = ''] = units;
  const several = units.length > 1;
  const middle = rounded((range.minimum + range.maximum) / 2);
  const wanted = several
    ? `${rangeText(range)}, as {"value": …, "unit": "${first}"}`
    : `${range.whole === true ? 'a whole number' : 'a number'} from ${rangeText(range)}`;
  const only = unitOf(range.units, first);
  const read = several || only === undefined ? readWithUnit(range, wanted) : readBare(range, only, wanted);
  return {
    facts: {
      label,
      kind: 'amount',
      required: true,
      units,
      minimum: range.minimum,
      maximum: range.maximum,
      ...(range.whole === true ? { whole: true } : {}),
      example: several ? `${middle} ${first}` : String(middle),
    },
    schema: z
      .unknown()
      .transform((input, context) => {
        const outcome = read(input);
        if (outcome.ok) return take(outcome.value);
        context.addIssue({ code: 'custom', message: outcome.error, input });
        return z.NEVER;
      })
      .meta({
        description: `${label} (${rangeText(range)})`,
        ...(several
          ? { oneOf: withUnitSchema(range) }
          : {
              type: range.whole === true ? 'integer' : 'number',
              minimum: range.minimum,
              maximum: range.maximum,
            }),
      }),
  };
};

/** A measured value, converted to the first unit. With one unit it is a bare number; with several, `{value, unit}`. */
export const amount = (label: string, range: Range): Parameter<number> =>
  parameterOf(label, range, ({ value }) => value);

/** Like `amount`, but keeps the value as entered, for publications that print separate bounds for each unit. */
export const measured = <Table extends Units>(
  label: string,
  range: Range<Table>,
): Parameter<Measured<UnitOf<Table>>> => parameterOf(label, range, (value) => value);
