import type { ClinicalContext } from './clinical-context.ts';

/** Whether a clinical context describes a patient; a specialty alone does not. */
export const hasPatientContext = (context: ClinicalContext | null | undefined): boolean =>
  Object.entries(context ?? {}).some(([name, value]) => name !== 'specialty' && value !== undefined);
