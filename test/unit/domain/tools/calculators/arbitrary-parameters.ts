import fc from 'fast-check';
import type { Calculator } from '../../../../../domain/tools/calculators/define-calculator.ts';
import type { ParameterFacts } from '../../../../../domain/tools/calculators/parameters/parameter.ts';

/** A valid input value; amounts in the first unit, with three digits as laboratories have at most. */
const givenFor = (facts: ParameterFacts): fc.Arbitrary<unknown> => {
  const { kind, choices = {}, units = [], minimum = 0, maximum = 0, whole = false } = facts;
  if (kind === 'yes_no') return fc.boolean();
  if (kind === 'choice') return fc.constantFrom(...Object.keys(choices));
  const number = whole
    ? fc.integer({ min: minimum, max: maximum })
    : fc
        .double({ min: minimum, max: maximum, noNaN: true })
        .map((value) => Math.min(Math.max(Math.round(value * 1000) / 1000, minimum), maximum));
  return units.length > 1 ? number.map((value) => ({ value, unit: units[0] })) : number;
};

/** Parameters that a calculator accepts, each in its range; optional ones are sometimes omitted. */
export const arbitraryParameters = (calculator: Calculator): fc.Arbitrary<Record<string, unknown>> => {
  const names = Object.keys(calculator.parameters);
  return fc.record(
    Object.fromEntries(Object.entries(calculator.parameters).map(([name, facts]) => [name, givenFor(facts)])),
    { requiredKeys: names.filter((name) => calculator.parameters[name]?.required === true) },
  );
};
