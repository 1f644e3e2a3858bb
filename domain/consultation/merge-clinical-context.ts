import { z } from 'zod';
import { applyChange } from '../kernel/apply-change.ts';
import { type ClinicalContext, clinicalContextSchema } from './clinical-context.ts';

const { shape } = clinicalContextSchema;
/** The limit of a clinical context; the question's own come first. */
const MAX_ALLERGIES = 100;

/**
 * What one question states about its patient; `null` if a value of the conversation does not apply, such as the
 * weight of another patient.
 */
export const statedContextSchema = z.strictObject({
  patientAge: shape.patientAge.nullable(),
  patientSex: shape.patientSex.nullable(),
  patientWeight: shape.patientWeight.nullable(),
  chiefComplaint: shape.chiefComplaint.nullable(),
  relevantHistory: shape.relevantHistory.nullable(),
  currentMedications: shape.currentMedications.nullable(),
  allergies: shape.allergies.nullable(),
  specialty: shape.specialty.nullable(),
});
type StatedContext = z.output<typeof statedContextSchema>;

/**
 * Merges what the question states into the conversation's context. Allergies accumulate, because naming one does not
 * cancel another; any other value, including the list of current medications, replaces the earlier one.
 */
export const mergeClinicalContext = (known: ClinicalContext, said: StatedContext): ClinicalContext => {
  const merged = applyChange(known, said);
  if (!said.allergies || !known.allergies) return merged;
  const named = new Set(said.allergies.map((name) => name.toLowerCase()));
  const others = known.allergies.filter((name) => !named.has(name.toLowerCase()));
  return { ...merged, allergies: [...said.allergies, ...others].slice(0, MAX_ALLERGIES) };
};
