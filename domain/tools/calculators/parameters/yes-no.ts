import { z } from 'zod';
import type { Parameter } from './parameter.ts';
import { refusalOf } from './refusal-of.ts';

/** Something that is so or is not. Whoever does not know must find out: there is no third answer. */
export const yesNo = (label: string): Parameter<boolean> => ({
  facts: { label, kind: 'yes_no', required: true, example: 'true' },
  schema: z.boolean({ error: ({ input }) => refusalOf(input, 'true or false') }).describe(label),
});
