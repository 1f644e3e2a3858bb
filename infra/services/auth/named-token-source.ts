import { randomBytes } from 'node:crypto';
import type { TokenSource } from '../../../ports/token-source.ts';
import { hashToken } from './hash-token.ts';

/** How every named token begins. */
export const NAMED_TOKEN_PREFIX = 'anm_';

/** Of 256 bits: as many as the digest has. */
const RANDOM_BYTES = 32;

/** The digest of a token as the log has it. */
export const tokenDigest = (token: string): string => Buffer.from(hashToken(token)).toString('hex');

export const namedTokenSource: TokenSource = {
  make: () => {
    const text = `${NAMED_TOKEN_PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    return { text, hash: tokenDigest(text) };
  },
};
