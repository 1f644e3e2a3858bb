import { z } from 'zod';
import { unwrapSchema } from './sensitive.ts';

/** The dotted paths of all leaf members of a schema: `['docKey', 'metadata.title']`. */
export const leafPaths = (schema: z.core.$ZodType, path = ''): readonly string[] => {
  const inner = unwrapSchema(schema);
  return inner instanceof z.ZodObject
    ? Object.entries(inner.shape).flatMap(([name, member]) =>
        leafPaths(member as z.core.$ZodType, path === '' ? name : `${path}.${name}`),
      )
    : [path];
};
