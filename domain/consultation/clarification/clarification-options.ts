import { z } from 'zod';
import { MAX_OPTIONS } from './clarification.ts';

/** A short identifier, never text written by a person. */
export const clarificationOptionId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** One possible meaning of a question. */
const clarificationOptionSchema = z.strictObject({
  id: clarificationOptionId,
  label: z.string().min(1).max(300),
  /** The whole question reworded for this meaning. */
  readAs: z.string().min(1).max(10_000),
});

/** The offered answers to a clarifying question; a free text may be given instead. */
export const clarificationOptionsSchema = z.array(clarificationOptionSchema).max(MAX_OPTIONS);
