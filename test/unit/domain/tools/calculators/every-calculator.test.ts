import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unwrap } from '../../../../../domain/kernel/failure.ts';
import { calculators, findCalculator } from '../../../../../domain/tools/calculators/calculators.ts';
import type { Calculator } from '../../../../../domain/tools/calculators/define-calculator.ts';
import type { Units } from '../../../../../domain/tools/calculators/parameters/unit.ts';
import * as units from '../../../../../domain/tools/calculators/parameters/units.ts';
import { arbitraryParameters } from './arbitrary-parameters.ts';
import { calculated, issuesOf } from './calculated.ts';

/** Each with its lowest and highest score; `undefined` for those without points. */
const bounds: Readonly<Record<string, readonly [number, number] | undefined>> = {
  wells_dvt: [-2, 9],
  wells_pe: [0, 12.5],
  chadsvasc: [0, 9],
  chadsva: [0, 8],
  hasbled: [0, 9],
  grace: [1, 372],
  grace_6_months: [1, 263],
  meld: [6, 40],
  renal_dosing: undefined,
  bmi: undefined,
  curb65: [0, 5],
  qsofa: [0, 3],
  sofa: [0, 24],
  nihss: [0, 42],
  gcs: [3, 15],
  apgar: [0, 10],
  centor: [-1, 5],
  perc: [0, 8],
  heart: [0, 10],
  child_pugh: [5, 15],
  shock_index: undefined,
  pediatric_weight: undefined,
  parkland: undefined,
  anion_gap: undefined,
  corrected_calcium: undefined,
  corrected_sodium: undefined,
};

/** Parameters whose publication prints limits for each unit, which are no exact conversions of each other. */
const printedForEachUnit: Readonly<Record<string, readonly string[]>> = {
  sofa: ['pao2', 'bilirubin', 'creatinine'],
  child_pugh: ['bilirubin'],
};

const each = calculators.map((calculator) => [calculator.name, calculator] as const);

/** True when a value contains a non-finite number, or a text with a broken value in it. */
const isBroken = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value === 'string') return /NaN|Infinity|undefined|\[object/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isBroken);
};

/** The result for values that are each valid; undefined when they contradict each other. */
const outcomeOf = (calculator: Calculator, input: unknown) => {
  const outcome = calculator.calculate(input);
  return outcome.ok ? outcome.value : undefined;
};

const rangeSchema = z.object({
  properties: z.object({
    value: z.object({ minimum: z.number(), maximum: z.number() }),
    unit: z.object({ const: z.string() }),
  }),
});

/** The minimum and maximum that a schema allows in one unit. */
const boundsOf = (schema: unknown): readonly object[] => {
  const { value, unit } = rangeSchema.parse(schema).properties;
  return [value.minimum, value.maximum].map((bound) => ({ value: bound, unit: unit.const }));
};

describe('the list of calculators', () => {
  it('has unique names, and all of them have their limits here', () => {
    expect(calculators.map(({ name }) => name)).toEqual(Object.keys(bounds));
    for (const { name } of calculators) expect(name).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
  });

  it('suggests the one that was probably meant', () => {
    expect(findCalculator('cha2ds2vasc')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(findCalculator('Wells-DVT')).toMatchObject({
      error: { message: 'There is no calculator with this name. Did you mean wells_dvt?' },
    });
    expect(findCalculator('constructor')).toMatchObject({ error: { code: 'not_found' } });
    expect(findCalculator('x'.repeat(10_000))).toMatchObject({ ok: false });
  });
});

describe.each(each)('%s', (name, calculator) => {
  it('names its source, its exclusions, and each parameter', () => {
    expect(calculator.sources.some(({ doi, pmid }) => doi !== undefined || pmid !== undefined)).toBe(true);
    for (const { doi, pmid } of calculator.sources) {
      if (doi !== undefined) expect(doi).toMatch(/^10\.\d{4,5}\/\S+$/);
      if (pmid !== undefined) expect(pmid).toMatch(/^\d{5,8}$/);
    }
    expect(calculator.limits.length).toBeGreaterThan(0);
    const schema = z.toJSONSchema(calculator.schema, { io: 'input' });
    expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(calculator.parameters));
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toEqual(
      Object.entries(calculator.parameters)
        .filter(([, { required }]) => required)
        .map(([parameter]) => parameter),
    );
    for (const property of Object.values(schema.properties ?? {}))
      expect(typeof property === 'object' && property.description).toMatch(/\w{3}/);
  });

  it('calculates its example', () => {
    const { interpretation, parametersUsed } = calculated(calculator, calculator.example);
    expect(interpretation.length).toBeGreaterThan(10);
    expect(Object.keys(parametersUsed)).toEqual(expect.arrayContaining(Object.keys(calculator.example)));
  });

  it('has a finite result within its limits for all valid inputs', () => {
    const [least, most] = bounds[name] ?? [];
    let seen = 0;
    fc.assert(
      fc.property(arbitraryParameters(calculator), (input) => {
        const outcome = outcomeOf(calculator, input);
        if (!outcome) return;
        seen += 1;
        expect(isBroken(outcome)).toBe(false);
        if (least === undefined || most === undefined || typeof outcome.score === 'string') return;
        expect(outcome.score).toBeGreaterThanOrEqual(least);
        expect(outcome.score).toBeLessThanOrEqual(most);
      }),
      { numRuns: 150 },
    );
    expect(seen).toBeGreaterThan(20);
  });

  it('asks for everything missing at once, by name', () => {
    const wanted = Object.entries(calculator.parameters)
      .filter(([, { required }]) => required)
      .map(([parameter]) => parameter);
    const issues = issuesOf(calculator, {});
    expect(issues.map(({ path }) => path)).toEqual(wanted);
    for (const { message } of issues) expect(message).toMatch(/^is missing: /);
  });

  it('counts nothing unknown, and does not guess the meaning of an unclear value', () => {
    for (const parameter of Object.keys(calculator.parameters))
      for (const value of [
        null,
        'unknown',
        '?',
        '',
        {},
        [],
        'maybe',
        Number.NaN,
        Number.POSITIVE_INFINITY,
        '12',
      ]) {
        const issues = issuesOf(calculator, { ...calculator.example, [parameter]: value });
        expect(
          issues.map(({ path }) => path),
          `${parameter} ${String(value)}`,
        ).toContain(parameter);
        if (value === null) expect(JSON.stringify(issues)).toContain('is unknown');
      }
  });

  it('refuses values beyond its ranges and choices', () => {
    for (const [parameter, { kind, units: known = [], minimum = 0, maximum = 0 }] of Object.entries(
      calculator.parameters,
    )) {
      const beyond = kind === 'amount' ? [minimum - 1, maximum + 1] : [99];
      for (const value of beyond) {
        const given = known.length > 1 ? { value, unit: known[0] } : value;
        const issues = issuesOf(calculator, { ...calculator.example, [parameter]: given });
        expect(issues.find(({ path }) => path === parameter)?.message).toMatch(
          kind === 'amount' ? /^must be from / : /^must be (true or false|one of )/,
        );
      }
    }
  });

  it('accepts the limits of its JSON Schema, in each unit', () => {
    const { properties = {} } = z.toJSONSchema(calculator.schema, { io: 'input' });
    for (const [parameter, property] of Object.entries(properties)) {
      if (typeof property !== 'object') continue;
      const given = [property.minimum, property.maximum, ...(property.oneOf ?? []).flatMap(boundsOf)];
      for (const bound of given.filter((value) => value !== undefined)) {
        const outcome = calculator.calculate({ ...calculator.example, [parameter]: bound });
        const issues = outcome.ok ? [] : issuesOf(calculator, { ...calculator.example, [parameter]: bound });
        expect(issues.find(({ message }) => message.startsWith('must be from'))).toBeUndefined();
      }
    }
    expect(Object.keys(properties).length).toBeGreaterThan(0);
  });

  it('gives the same result in any unit of a value, or an adjacent one when limits are printed per unit', () => {
    const tables = Object.entries<Units>(units);
    for (const [parameter, { units: known = [] }] of Object.entries(calculator.parameters)) {
      // Of tables with the same units the one with the name of the parameter.
      const table = tables.find(
        ([substance, entry]) =>
          Object.keys(entry).join() === known.join() && (substance === parameter || !(parameter in units)),
      )?.[1];
      if (known.length < 2 || !table) continue;
      fc.assert(
        fc.property(arbitraryParameters(calculator), fc.constantFrom(...known), (input, unit) => {
          const { value } = { value: 0, ...(input[parameter] ?? {}) };
          const { factor, offset = 0 } = table[unit] ?? { factor: Number.NaN };
          if (input[parameter] === undefined) return;
          const converted = { ...input, [parameter]: { value: (value - offset) / factor, unit } };
          if (!(printedForEachUnit[calculator.name] ?? []).includes(parameter)) {
            expect(outcomeOf(calculator, converted)).toEqual(outcomeOf(calculator, input));
            return;
          }
          const [one, other] = [converted, input].map((each) => unwrap(calculator.calculate(each)).score);
          expect(Math.abs(Number(one) - Number(other))).toBeLessThanOrEqual(1);
        }),
        { numRuns: 60 },
      );
    }
    expect(tables.length).toBeGreaterThan(10);
  });
});
