import type { z } from 'zod';

/** The value as counted, in the unit of the publication. */
export type UsedValue = string | number | boolean | { readonly value: number; readonly unit: string };

/** The description of a parameter, for forms and prompts. */
export type ParameterFacts = {
  /** The label, in the words of the publication. */
  readonly label: string;
  readonly kind: 'yes_no' | 'choice' | 'amount';
  readonly required: boolean;
  /** Units in which it can be given; the first is that of the publication. With several, one must be named. */
  readonly units?: readonly string[];
  /** Bounds in the first unit, both allowed. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Only whole numbers. */
  readonly whole?: boolean;
  /** The choices, each with its meaning. */
  readonly choices?: Readonly<Record<string, string>>;
  /** An example value, for a person: `3.5 mmol/L`. */
  readonly example: string;
};

/** One parameter of a calculator: how it is parsed, refused and described. */
export type Parameter<Value> = {
  readonly facts: ParameterFacts;
  /** Parses the value into the unit of the publication. Its messages follow the parameter's name: `is missing: …`. */
  readonly schema: z.ZodType<Value>;
};
