import type { z } from 'zod';

/** What a value was counted as, once converted to the unit of the publication. */
export type UsedValue = string | number | boolean | { readonly value: number; readonly unit: string };

/** What is to be known of a parameter before it is asked for. */
export type ParameterFacts = {
  /** What it is, in the words of the publication. */
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
  /** What can be chosen, with what each stands for. */
  readonly choices?: Readonly<Record<string, string>>;
  /** How it can be given, for a person: `3.5 mmol/L`. */
  readonly example: string;
};

/** One parameter of a calculator: how it is read, refused and described. */
export type Parameter<Value> = {
  readonly facts: ParameterFacts;
  /** Reads the value, in the unit of the publication. Its messages go on after the parameter's name: `is missing: …`. */
  readonly schema: z.ZodType<Value>;
};
