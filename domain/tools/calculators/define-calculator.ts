import { z } from 'zod';
import { type FailureReason, type FieldIssue, failure } from '../../kernel/failure.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import { nearestName } from '../../language/nearest-name.ts';
import type { Parameter, ParameterFacts, UsedValue } from './parameters/parameter.ts';
import { usedValues } from './parameters/used-values.ts';

/** Where a number comes from. */
export type Source = { readonly citation: string; readonly doi?: string; readonly pmid?: string };

/** The result of a calculation, before its source is added. */
type Finding<Name extends string = string> = {
  readonly score: number | string;
  /** `points`, `mL/min`, … */
  readonly unit?: string;
  /** Complete in itself: the score, its meaning, and the risk that the publication gives for it. */
  readonly interpretation: string;
  /** The publication's band, in one word. */
  readonly riskCategory?: string;
  /** Information with the guideline that it comes from; never an order. */
  readonly recommendations?: readonly string[];
  /** Further figures: parts of the score, neighbouring formulas. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /** Values that did not count as given, e.g. because they were raised to a bound. */
  readonly counted?: Readonly<Partial<Record<Name, UsedValue>>>;
};

/** The result of a calculator. */
export type Calculation = Omit<Finding, 'counted' | 'recommendations'> & {
  readonly calculator: string;
  readonly title: string;
  readonly recommendations: readonly string[];
  /** Patients and situations to which the score does not apply. */
  readonly limits: readonly string[];
  /** The values that counted, in the units of the publication, after conversion and clamping. */
  readonly parametersUsed: Readonly<Record<string, UsedValue>>;
  readonly sources: readonly Source[];
};

/** A calculator ready for use: its parameters, and the calculation, which refuses instead of guessing. */
export type Calculator = {
  readonly name: string;
  readonly title: string;
  /** One sentence: what it calculates, for which patients. */
  readonly purpose: string;
  readonly limits: readonly string[];
  readonly sources: readonly Source[];
  readonly parameters: Readonly<Record<string, ParameterFacts>>;
  /** Parameters of an invented patient. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Parses the parameters as given, and calculates. */
  readonly schema: z.ZodType<Calculation>;
  /** Returns `validation_error` with a sentence for each invalid parameter. */
  readonly calculate: (input: unknown) => Result<Calculation, FailureReason>;
};

type Parameters = Readonly<Record<string, Parameter<unknown>>>;
type Given<Asked extends Parameters> = {
  readonly [Name in keyof Asked]: z.output<Asked[Name]['schema']>;
};

type CalculatorDefinition<Asked extends Parameters> = {
  /** The name in tools and routes: `wells_dvt`. */
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly parameters: Asked;
  /** Parameters of an invented patient, as they are given. */
  readonly example: { readonly [Name in keyof Asked]?: z.input<Asked[Name]['schema']> };
  readonly sources: readonly [Source, ...Source[]];
  readonly limits: readonly string[];
  /** Errors between values that are each valid; the paths are names of parameters. */
  readonly check?: (given: Given<Asked>) => readonly FieldIssue[];
  /** Pure and total: any input that passed the schema has a finite result. */
  readonly calculate: (given: Given<Asked>) => Finding<keyof Asked & string>;
};

const mapped = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

type Issue = z.core.$ZodIssue;

/** Returns one sentence for each invalid parameter; an unknown name is not repeated, since it may contain anything. */
const issuesOf = (
  issues: readonly Issue[],
  calculator: string,
  names: readonly string[],
): readonly FieldIssue[] => {
  const reported = new Set<string>();
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, 10).map((key) => {
        const nearest = nearestName(key, names);
        return {
          path: '*',
          message: `is not a parameter of ${calculator}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
        };
      });
    const path = String(issue.path[0] ?? '');
    if (reported.has(path)) return [];
    reported.add(path);
    return [{ path, message: path === '' ? 'must be an object of parameters' : issue.message }];
  });
};

const refused = (calculator: string, issues: readonly FieldIssue[]): Result<never, FailureReason> =>
  err(
    failure(
      'validation_error',
      `${calculator} cannot be calculated from these parameters. See details.issues.`,
      {
        details: { issues },
      },
    ),
  );

/** Builds a calculator: the schema, the refusals and the report of the values used follow from the parameters. */
export const defineCalculator = <const Asked extends Parameters>(
  definition: CalculatorDefinition<Asked>,
): Calculator => {
  const { name, title, purpose, parameters, example, sources, limits } = definition;
  const names = Object.keys(parameters);
  const facts = mapped(parameters, (parameter) => parameter.facts);
  const account = (given: Given<Asked>): Calculation => {
    const { counted = {}, recommendations = [], ...finding } = definition.calculate(given);
    return {
      calculator: name,
      title,
      ...finding,
      recommendations,
      limits,
      parametersUsed: usedValues(facts, given, counted),
      sources,
    };
  };
  const schema = z
    .strictObject(mapped(parameters, (parameter) => parameter.schema))
    .transform((parsed, context) => {
      // The schema is built from the parameters above; the compiler cannot infer that its output has their types.
      const given = parsed as Given<Asked>;
      const wrong = definition.check?.(given) ?? [];
      if (wrong.length === 0) return account(given);
      for (const { path, message } of wrong) context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    });
  return {
    ...{ name, title, purpose, parameters: facts, example, limits, sources, schema },
    calculate: (input) => {
      const parsed = schema.safeParse(input);
      return parsed.success ? ok(parsed.data) : refused(name, issuesOf(parsed.error.issues, name, names));
    },
  };
};
