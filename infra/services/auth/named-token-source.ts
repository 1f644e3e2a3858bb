import { randomBytes } from 'node:crypto';
import type { TokenSource } from '../../../ports/token-source.ts';
import { hashToken } from './hash-token.ts';

/** The prefix of every named token. */
export const NAMED_TOKEN_PREFIX = 'anm_';

/** 256 bits, as many as the digest has. */
const RANDOM_BYTES = 32;

/** Returns the digest of a token as stored in the log. */
export const tokenDigest = (token: string): string => Buffer.from(hashToken(token)).toString('hex');

export const namedTokenSource: TokenSource = {
  make: () => {
    const text = `${NAMED_TOKEN_PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    return { text, hash: tokenDigest(text) };
  },
};
