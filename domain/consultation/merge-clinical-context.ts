import { z } from 'zod';
import { applyChange } from '../kernel/apply-change.ts';
import { type ClinicalContext, clinicalContextSchema } from './clinical-context.ts';

const { shape } = clinicalContextSchema;
/** As many as a clinical context holds; those of the question come first. */
const MAX_ALLERGIES = 100;

/**
 * What one question says of its patient: `null` where something that the conversation knows does not hold for it, such
 * as a weight that was another patient's.
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
 * What is known of the patient of one question: what it says, and what the conversation knows beyond that. Allergies add
 * up, for one does not go because another is named; every other value, also the list of current medications, takes the
 * place of what was known.
 */
export const mergeClinicalContext = (known: ClinicalContext, said: StatedContext): ClinicalContext => {
  const merged = applyChange(known, said);
  if (!said.allergies || !known.allergies) return merged;
  const named = new Set(said.allergies.map((name) => name.toLowerCase()));
  const others = known.allergies.filter((name) => !named.has(name.toLowerCase()));
  return { ...merged, allergies: [...said.allergies, ...others].slice(0, MAX_ALLERGIES) };
};
