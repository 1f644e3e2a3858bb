import { z } from 'zod';

/** The name of a care team from the identity provider: one line without control characters. */
export const careTeamSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{C}]+$/u, 'must be a name without control characters');
