import { z } from 'zod';
import { MAX_OPTIONS } from './clarification.ts';

/** A short word for it, which is no text of a person's. */
export const clarificationOptionId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** One way in which a question may be meant. */
const clarificationOptionSchema = z.strictObject({
  id: clarificationOptionId,
  label: z.string().min(1).max(300),
  /** The whole question in the words that it is then read in. */
  readAs: z.string().min(1).max(10_000),
});

/** What a clarifying question can be answered with; any other words may be given instead. */
export const clarificationOptionsSchema = z.array(clarificationOptionSchema).max(MAX_OPTIONS);
