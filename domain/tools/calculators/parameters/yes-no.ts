import { z } from 'zod';
import type { Parameter } from './parameter.ts';
import { refusalOf } from './refusal-of.ts';

/** A yes-or-no fact. If it is unknown, the clinician must find out: there is no third answer. */
export const yesNo = (label: string): Parameter<boolean> => ({
  facts: { label, kind: 'yes_no', required: true, example: 'true' },
  schema: z.boolean({ error: ({ input }) => refusalOf(input, 'true or false') }).describe(label),
});
