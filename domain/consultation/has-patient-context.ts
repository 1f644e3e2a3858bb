import type { ClinicalContext } from './clinical-context.ts';

/** Whether a clinical context says anything of a patient: the field that a question is of does not. */
export const hasPatientContext = (context: ClinicalContext | null | undefined): boolean =>
  Object.entries(context ?? {}).some(([name, value]) => name !== 'specialty' && value !== undefined);
