import { z } from 'zod';
import type { TreeHead } from '../../../ports/checkpoint-signer.ts';
import type { SqlSession } from '../../../ports/database.ts';
import { dropSharedFact, readSharedFact, setSharedFact } from '../database/shared-facts.ts';
import type { KeyWrapping } from '../key-vault/key-wrapping.ts';

const FACT = 'verified-place';
/** A verification that was begun longer ago starts from the beginning: what it had hashed may have been altered since. */
const KEPT_HOURS = 24;

const storedPlace = z.strictObject({
  size: z.int().min(1),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  begunAt: z.number(),
});

/** How far a verification of the log has come, and when it was begun, in milliseconds since 1970. */
type VerifiedPlace = { readonly head: TreeHead; readonly begunAt: number };

/** Where an interrupted verification of the log continues. */
export type VerifiedPlaces = {
  readonly read: () => Promise<VerifiedPlace | undefined>;
  readonly keep: (place: VerifiedPlace) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * Keeps the place sealed with the master key: someone who can only write to the database cannot have altered events
 * passed over by inventing one.
 */
export const createVerifiedPlaces = (
  session: SqlSession,
  wrapping: KeyWrapping,
  now: () => number,
): VerifiedPlaces => ({
  read: async () => {
    const sealed = await readSharedFact(session, FACT);
    if (sealed === undefined) return undefined;
    try {
      const text = Buffer.from(wrapping.unwrap(sealed, FACT)).toString('utf8');
      const { size, root, begunAt } = storedPlace.parse(JSON.parse(text));
      const age = now() - begunAt;
      if (age < 0 || age > KEPT_HOURS * 3_600_000) return undefined;
      return { head: { size, root: Buffer.from(root, 'hex') }, begunAt };
    } catch {
      // Altered, or sealed with a master key that was rotated: the whole log is hashed.
      return undefined;
    }
  },
  keep: async ({ head: { size, root }, begunAt }) => {
    const text = JSON.stringify({ size, root: Buffer.from(root).toString('hex'), begunAt });
    await setSharedFact(session, FACT, wrapping.wrap(Buffer.from(text), FACT));
  },
  forget: () => dropSharedFact(session, FACT),
  now,
});
