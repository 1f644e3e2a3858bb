import type { Parameter } from './parameter.ts';

/** A parameter that may be left out. It then does not count, and the result says what that means. */
export const optional = <Value>({ facts, schema }: Parameter<Value>): Parameter<Value | undefined> => ({
  facts: { ...facts, required: false },
  schema: schema.optional(),
});
