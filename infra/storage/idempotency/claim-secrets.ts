import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { IdempotencyScope } from '../../../ports/idempotency-store.ts';
import { answerPosition } from './answer-position.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The prefix of values written with the installation's key; older rows have unkeyed hashes of scopes and inputs. */
const KEYED = 'v1:';

/** A remembered command as stored in a row. */
type Claim = { readonly scope: string; readonly fingerprint: string; readonly answer: string | null };

/**
 * Protects the content of rows: without the installation's key, guesses cannot be tested against the hashes and
 * answers cannot be read. An answer may contain a document's key, which the caller may have chosen.
 */
export type ClaimSecrets = {
  readonly scopeOf: (scope: IdempotencyScope) => string;
  readonly fingerprintOf: (fingerprint: string) => string;
  readonly seal: (scope: string, answer: string) => string;
  readonly open: (scope: string, sealed: string) => string;
  /** Converts a row of an older version to the current form; returns a current row unchanged. */
  readonly renew: (claim: Claim) => Claim;
};

export const createClaimSecrets = (installationKey: Uint8Array): ClaimSecrets => {
  const keyed = (text: string): string =>
    KEYED + createHmac('sha256', installationKey).update(text, 'utf8').digest('hex');
  const plainScope = ({ actorId, onBehalfOf, command, key }: IdempotencyScope): string =>
    createHash('sha256')
      .update(JSON.stringify([actorId, command, key, ...(onBehalfOf === undefined ? [] : [onBehalfOf])]))
      .digest('hex');

  const seal = (scope: string, answer: string): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, installationKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(scope, 'utf8'));
    return (
      `${KEYED}${answerPosition(answer) ?? ''}:` +
      Buffer.concat([nonce, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64',
      )
    );
  };

  return {
    scopeOf: (scope) => keyed(plainScope(scope)),
    fingerprintOf: keyed,
    seal,
    open: (scope, sealed) => {
      const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf(':') + 1), 'base64');
      const tagStart = bytes.length - TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, installationKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(scope, 'utf8'));
      decipher.setAuthTag(bytes.subarray(tagStart));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, tagStart), undefined, 'utf8') + decipher.final('utf8')
      );
    },
    renew: (claim) => {
      if (claim.scope.startsWith(KEYED)) return claim;
      const scope = keyed(claim.scope);
      return {
        scope,
        fingerprint: keyed(claim.fingerprint),
        answer: claim.answer === null ? null : seal(scope, claim.answer),
      };
    },
  };
};
