import { detectPhi } from '../privacy/detect-phi.ts';
import type { WithheldEmbedding } from './withheld-embedding.ts';

/** What the catalogue says of a document that can hold PHI. */
type Described = {
  readonly fileName: string;
  readonly title?: string;
  readonly containsPhi?: boolean;
  readonly withheld: readonly WithheldEmbedding[];
};

/**
 * Whether what is said of a document can be PHI: it is marked, the screen found some in its text, or its names hold
 * some.
 */
export const mayContainPhi = ({ fileName, title = '', containsPhi = false, withheld }: Described): boolean =>
  containsPhi || withheld.length > 0 || detectPhi(fileName).detected || detectPhi(title).detected;
