import { z } from 'zod';

/** The name of a care team, as the identity provider has it: one line without control characters. */
export const careTeamSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{C}]+$/u, 'must be a name without control characters');
