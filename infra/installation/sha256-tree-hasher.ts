import { hash } from 'node:crypto';
import { createTreeHasher, type Hash, type TreeHasher } from '../../domain/audit/merkle/tree-hasher.ts';

/** SHA-256 of bytes. */
export const sha256 = (content: Uint8Array): Hash => new Uint8Array(hash('sha256', content, 'buffer'));

/** The hashes of the Merkle tree over the log. */
export const sha256TreeHasher: TreeHasher = createTreeHasher((content) => hash('sha256', content, 'buffer'));
