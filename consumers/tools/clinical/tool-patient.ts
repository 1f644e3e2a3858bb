import { z } from 'zod';
import type { ClinicalContext } from '../../../domain/consultation/clinical-context.ts';

/** The values of sex in the tools' arguments. */
export const toolSexSchema = z.enum(['M', 'F', 'Other']);

/** The sex whose ranges and illnesses apply; undefined when it is neither of the two, or unknown. */
export const sexOf = (
  stated: z.output<typeof toolSexSchema> | undefined,
  known: ClinicalContext['patientSex'],
): 'female' | 'male' | undefined => {
  if (stated === 'M') return 'male';
  if (stated === 'F') return 'female';
  return stated === undefined && (known === 'female' || known === 'male') ? known : undefined;
};
