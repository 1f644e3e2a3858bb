import { detectPhi } from '../privacy/detect-phi.ts';
import type { WithheldEmbedding } from './withheld-embedding.ts';

/** The parts of a catalogue entry that can show PHI. */
type Described = {
  readonly fileName: string;
  readonly title?: string;
  readonly containsPhi?: boolean;
  readonly withheld: readonly WithheldEmbedding[];
};

/**
 * True when the metadata of a document may be PHI: it is marked, the screening found some in its text, or its names
 * hold some.
 */
export const mayContainPhi = ({ fileName, title = '', containsPhi = false, withheld }: Described): boolean =>
  containsPhi || withheld.length > 0 || detectPhi(fileName).detected || detectPhi(title).detected;
