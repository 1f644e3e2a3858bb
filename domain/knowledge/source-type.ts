import { z } from 'zod';

/** Kinds of sources, merged from the requirement documents. */
export const sourceTypes = [
  'guideline',
  'protocol',
  'textbook',
  'journal',
  'drug_formulary',
  'policy',
  'note',
] as const;
export const sourceTypeSchema = z.enum(sourceTypes);
export type SourceType = z.output<typeof sourceTypeSchema>;

/** A specialty as lower snake case, e.g. `emergency_medicine`; an open vocabulary. */
export const specialtySchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be lower snake case such as emergency_medicine');
