import type { Parameter } from './parameter.ts';

/** Makes a parameter optional. Without a value it does not count, and the result states the consequence. */
export const optional = <Value>({ facts, schema }: Parameter<Value>): Parameter<Value | undefined> => ({
  facts: { ...facts, required: false },
  schema: schema.optional(),
});
