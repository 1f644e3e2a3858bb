import { createHash } from 'node:crypto';

/** The digest under which a static token is kept. The token itself is stored nowhere. */
export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token, 'utf8').digest();
