import { z } from 'zod';

/** The id of somebody as it comes from outside: one line that a person can read. */
export const userIdSchema = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{C}]+$/u, 'must be an id without control characters');
