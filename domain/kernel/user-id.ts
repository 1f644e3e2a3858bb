import { z } from 'zod';

/** A user id as received from outside: one readable line. */
export const userIdSchema = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{C}]+$/u, 'must be an id without control characters');
