import { z } from 'zod';
import { specialtySchema } from '../knowledge/source-type.ts';

const specialties = z.array(specialtySchema).min(1).max(20);

/**
 * What is known about a conversation's patient (orchestration, "Clinical Context Persistence"). Everything is PHI
 * except the specialty, which is the field of the question.
 */
export const clinicalContextSchema = z.strictObject({
  /** Years; fractions for infants. */
  patientAge: z.number().min(0).max(130).optional(),
  patientSex: z.enum(['female', 'male', 'other', 'unknown']).optional(),
  /** Kilograms. */
  patientWeight: z.number().positive().max(700).optional(),
  chiefComplaint: z.string().min(1).max(1000).optional(),
  relevantHistory: z.string().min(1).max(5000).optional(),
  currentMedications: z.array(z.string().min(1).max(200)).max(100).optional(),
  allergies: z.array(z.string().min(1).max(200)).max(100).optional(),
  specialty: z
    .union([specialtySchema, specialties])
    .transform((one) => (typeof one === 'string' ? [one] : one))
    // The output is always a list; without this the response schema would not show it.
    .pipe(specialties)
    .optional(),
});
export type ClinicalContext = z.output<typeof clinicalContextSchema>;
