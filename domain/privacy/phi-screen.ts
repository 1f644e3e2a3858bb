import { z } from 'zod';
import { phiKinds } from './phi-kind.ts';

/** The result of screening a document's passages for PHI: only counts and kinds, without any of the text. */
export const phiScreenSchema = z.strictObject({
  /** The version of the rules. */
  rules: z.string().min(1).max(64),
  /** The number of screened passages. */
  passages: z.int().min(0),
  /** The number of passages that identify a patient. */
  passagesWithPhi: z.int().min(0),
  /** The kinds of the findings. */
  kinds: z.array(z.enum(phiKinds)).max(phiKinds.length),
});
export type PhiScreen = Readonly<z.output<typeof phiScreenSchema>>;
