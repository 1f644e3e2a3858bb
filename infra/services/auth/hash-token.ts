import { createHash } from 'node:crypto';

/** Returns the digest under which a static token is stored. The token itself is not stored. */
export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token, 'utf8').digest();
