import { toBase64 } from './base64.ts';
import type { Hash } from './tree-hasher.ts';

/**
 * A proof that stands alone: the index of a leaf, its inclusion proof, and the signed checkpoint that it leads to (C2SP
 * tlog-proof, "Format").
 */
export const tlogProof = (index: number, proof: readonly Hash[], checkpointNote: string): string =>
  `c2sp.org/tlog-proof@v1\nindex ${index}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpointNote}`;
