import { z } from 'zod';
import type { ClinicalContext } from '../../../domain/consultation/clinical-context.ts';

/** The sexes as the tools' arguments write them. */
export const toolSexSchema = z.enum(['M', 'F', 'Other']);

/** Whose ranges and illnesses count; nothing where it is neither of the two, or not known. */
export const sexOf = (
  stated: z.output<typeof toolSexSchema> | undefined,
  known: ClinicalContext['patientSex'],
): 'female' | 'male' | undefined => {
  if (stated === 'M') return 'male';
  if (stated === 'F') return 'female';
  return stated === undefined && (known === 'female' || known === 'male') ? known : undefined;
};
