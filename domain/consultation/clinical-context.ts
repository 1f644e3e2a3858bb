import { z } from 'zod';

/** What is known about the patient a conversation is about (orchestration, "Clinical Context Persistence"). All of it is PHI. */
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
});
export type ClinicalContext = z.output<typeof clinicalContextSchema>;
