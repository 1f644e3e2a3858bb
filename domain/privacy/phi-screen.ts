import { z } from 'zod';
import { phiKinds } from './phi-kind.ts';

/** What a screen of a document's passages for PHI found. Numbers and kinds only: holds nothing that was found. */
export const phiScreenSchema = z.strictObject({
  /** Which rules it was made by. */
  rules: z.string().min(1).max(64),
  /** Passages that were screened. */
  passages: z.int().min(0),
  /** Those in which something identifies a person who was treated. */
  passagesWithPhi: z.int().min(0),
  /** Of what was found. */
  kinds: z.array(z.enum(phiKinds)).max(phiKinds.length),
});
export type PhiScreen = Readonly<z.output<typeof phiScreenSchema>>;
