import type { components } from '../../client/api.generated.ts';
import { mismatchOfNamed } from '../../client/check-answer.ts';

type Schemas = components['schemas'];

/** Server data as a client receives it: parsed from JSON, with the type in the OpenAPI document. */
export const asReceived = async <Name extends keyof Schemas & string>(
  name: Name,
  data: unknown,
): Promise<Schemas[Name]> => {
  const answered = JSON.parse(JSON.stringify(data));
  const misfit = await mismatchOfNamed(name, answered);
  if (misfit !== undefined) throw new Error(`The value is not a valid ${name}: data${misfit}`);
  return answered;
};
