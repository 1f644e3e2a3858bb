import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { IdempotencyStore } from '../../../ports/idempotency-store.ts';
import type { IdentitySource } from '../../../ports/identity.ts';
import type { StreamTickets } from '../../../ports/stream-tickets.ts';
import { deriveKey } from '../../storage/key-vault/derive-key.ts';

type TicketOptions = {
  /** The secret of the data directory, shared by all nodes. */
  readonly secret: Uint8Array;
  /** Records used tickets for all nodes. */
  readonly used: Pick<IdempotencyStore, 'claim'>;
  readonly clock: Clock;
  readonly identity: IdentitySource;
};

/** Long enough to receive the ticket and open the stream over a slow connection. */
const LIFE_SECONDS = 30;
const INFO = 'anamnesis/stream-ticket/v1';

const claimsSchema = z.object({
  jti: z.string(),
  path: z.string(),
  token: z.string(),
  reason: z.string().optional(),
});

/**
 * Issues tickets as encrypted JSON Web Tokens (RFC 7516) under a separate key: unused tickets need no
 * storage, and a ticket seen in an address reveals neither the token nor the person. A used ticket is
 * recorded in the database, so that no node accepts it again.
 */
export const createStreamTickets = ({ secret, used, clock, identity }: TicketOptions): StreamTickets => {
  const key = deriveKey(secret, INFO);
  const open = async (ticket: string): Promise<z.output<typeof claimsSchema> | undefined> => {
    try {
      const { payload } = await jwtDecrypt(ticket, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp', 'jti'],
        currentDate: new Date(clock.now()),
      });
      return claimsSchema.safeParse(payload).data;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
  return {
    issue: async (path, { token, reason }) => {
      const expiresAt = Math.floor(Date.parse(clock.now()) / 1000) + LIFE_SECONDS;
      const ticket = await new EncryptJWT({ path, token, ...omitUndefined({ reason }) })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(identity.newId())
        .setExpirationTime(expiresAt)
        .encrypt(key);
      return { ticket, expiresAt: new Date(expiresAt * 1000).toISOString() };
    },
    redeem: async (path, ticket) => {
      const claims = await open(ticket);
      if (claims === undefined || claims.path !== path) return undefined;
      const scope = { actorId: 'stream-tickets', command: 'redeem', key: claims.jti };
      const claim = await used.claim(scope, claims.jti, claims.jti);
      if (claim.outcome !== 'claimed' || claim.repeated) return undefined;
      return { token: claims.token, ...omitUndefined({ reason: claims.reason }) };
    },
  };
};
