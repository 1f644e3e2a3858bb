import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { z } from 'zod';
import type { Clock } from '../../../ports/clock.ts';
import type { IdempotencyStore } from '../../../ports/idempotency-store.ts';
import type { IdentitySource } from '../../../ports/identity.ts';
import { deriveKey } from '../../storage/key-vault/derive-key.ts';

/** What makes sealed texts that work once, on any node. */
export type OneTimeSealServices = {
  /** The secret of the data directory, shared by all nodes. */
  readonly secret: Uint8Array;
  /** Records used texts for all nodes. */
  readonly used: Pick<IdempotencyStore, 'claim'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly identity: IdentitySource;
};

type OneTimeSealTerms<Content extends z.ZodObject> = {
  /** What the texts are for: those for one purpose are useless for another. */
  readonly purpose: string;
  readonly lifeSeconds: number;
  readonly content: Content;
};

type OneTimeSeal<Content> = {
  readonly seal: (content: Content) => Promise<{ readonly text: string; readonly expiresAt: string }>;
  /** What a text contains; `undefined` when it is expired or was not sealed here. Does not use it up. */
  readonly open: (text: string) => Promise<(Content & { readonly jti: string }) | undefined>;
  /** Uses up an opened text; false when it was used before. */
  readonly use: (opened: { readonly jti: string }) => Promise<boolean>;
};

/**
 * Seals content as encrypted JSON Web Tokens (RFC 7516) under a separate key for each purpose: unused texts need no
 * storage and reveal nothing. A used one is recorded in the database, so that no node accepts it again.
 */
export const createOneTimeSeal = <Content extends z.ZodObject>(
  { secret, used, clock, identity }: OneTimeSealServices,
  { purpose, lifeSeconds, content }: OneTimeSealTerms<Content>,
): OneTimeSeal<z.output<Content>> => {
  const key = deriveKey(secret, `anamnesis/${purpose}/v1`);
  return {
    seal: async (given) => {
      const expiresAt = Math.floor(Date.parse(clock.now()) / 1000) + lifeSeconds;
      const text = await new EncryptJWT({ ...given })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(identity.newId())
        .setExpirationTime(expiresAt)
        .encrypt(key);
      return { text, expiresAt: new Date(expiresAt * 1000).toISOString() };
    },
    open: async (text) => {
      try {
        const { payload } = await jwtDecrypt(text, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp', 'jti'],
          currentDate: new Date(clock.now()),
        });
        const opened = content.safeParse(payload);
        return opened.success && payload.jti !== undefined ? { ...opened.data, jti: payload.jti } : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
    use: async ({ jti }) => {
      const scope = { actorId: `${purpose}s`, command: 'redeem', key: jti };
      const claim = await used.claim(scope, jti, jti);
      return claim.outcome === 'claimed' && !claim.repeated;
    },
  };
};
