import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database, SqlSession } from '../../../ports/database.ts';
import type { KeyRotation, MasterKeyStatus } from '../../../ports/key-rotation.ts';
import { discardOldLog } from '../database/discard-old-log.ts';
import { dropSharedFact, lockSharedFact, readSharedFact, setSharedFact } from '../database/shared-facts.ts';
import { laterCheckValue } from './check-value.ts';
import { findHolder, type HeldKey, IN_FORCE, type KeyRing } from './key-ring.ts';
import type { KeyWrapping } from './key-wrapping.ts';
import { ROTATION, readRotation, type StoredRotation, writeRotation } from './stored-rotation.ts';
import { readMasterKeyCheck, replaceMasterKeyCheck } from './wrapped-keys.ts';

/** Keys per transaction: few enough that an erasure never waits long for one. */
const PAGE = 1000;

const LOCK_KEYS = 'LOCK TABLE vault.subject_keys IN SHARE ROW EXCLUSIVE MODE';

const COUNT_KEYS = `
  SELECT count(*)::integer AS total FROM vault.subject_keys WHERE wrapped_key IS NOT NULL`;

const SELECT_PAGE = `
  SELECT encode(subject_hash, 'hex') AS hash, encode(wrapped_key, 'base64') AS wrapped
  FROM vault.subject_keys
  WHERE subject_hash > decode($1, 'hex') AND wrapped_key IS NOT NULL
  ORDER BY subject_hash LIMIT ${PAGE}`;

// A key that was destroyed meanwhile stays destroyed.
const REPLACE_KEYS = `
  UPDATE vault.subject_keys AS known SET wrapped_key = decode(made.wrapped, 'base64')
  FROM unnest($1::text[], $2::text[], $3::text[]) AS made (hash, before, wrapped)
  WHERE known.subject_hash = decode(made.hash, 'hex') AND known.wrapped_key = decode(made.before, 'base64')`;

const FIRST_KEY = `
  SELECT to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at FROM vault.subject_keys`;

const NOW = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;

const keyRow = z.object({ hash: z.string(), wrapped: z.string() });
const instantRow = z.object({ at: z.string().nullable() });

const unavailable = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'key-vault' }));

const instantOf = async (session: SqlSession, text: string): Promise<string | undefined> =>
  instantRow.parse((await session.query(text))[0]).at ?? undefined;

/** A secret outside the vault's table that the master key wraps. */
export type OtherSecret = {
  /** Wraps it with the new master key, or replaces it by a new one so wrapped, if there is one. */
  readonly replace: (
    session: SqlSession,
    wrapping: Pick<KeyWrapping, 'wrap'> & {
      readonly wrapAgain: (wrapped: string, place: string) => string;
    },
  ) => Promise<void>;
};

type RotationNeeds = {
  readonly database: Database;
  readonly ring: KeyRing;
  readonly otherSecrets: readonly OtherSecret[];
};

const requireKey = ({ held }: KeyRing, wanted: string): HeldKey => {
  const key = held.find(({ fingerprint }) => fingerprint === wanted);
  if (key) return key;
  throw unavailable(`This process does not have the master key ${wanted}.`);
};

const openCheck = async (session: SqlSession, { held }: KeyRing) => {
  const check = await readMasterKeyCheck(session);
  const found = check === undefined ? undefined : findHolder(held, check);
  if (found) return found;
  throw unavailable('The master key was rotated, and this process does not have the new one.');
};

/** Wraps a page of keys again; those that are already wrapped with the new master key stay as they are. */
const wrapPage = async (
  session: SqlSession,
  ring: KeyRing,
  rotation: StoredRotation,
): Promise<StoredRotation> => {
  const to = requireKey(ring, rotation.to).wrapping;
  const rows = z.array(keyRow).parse(await session.query(SELECT_PAGE, [rotation.after]));
  const made: { readonly hash: string; readonly before: string; readonly wrapped: string }[] = [];
  let damaged = 0;
  for (const { hash, wrapped: before } of rows) {
    try {
      to.unwrap(before, hash);
      continue;
    } catch {
      // Wrapped with the other key, or altered.
    }
    try {
      made.push({ hash, before, wrapped: to.wrap(ring.wrapping.unwrap(before, hash), hash) });
    } catch {
      damaged += 1;
    }
  }
  if (made.length > 0)
    await session.query(REPLACE_KEYS, [
      made.map(({ hash }) => hash),
      made.map(({ before }) => before),
      made.map(({ wrapped }) => wrapped),
    ]);
  return {
    ...rotation,
    done: rotation.done + rows.length,
    damaged: rotation.damaged + damaged,
    after: rows.at(-1)?.hash ?? rotation.after,
    state: rows.length < PAGE ? 'wrapped' : 'wrapping',
  };
};

/** Rotates the master key of the vault in a database. */
export const createKeyRotation = ({ database, ring, otherSecrets }: RotationNeeds): KeyRotation => {
  const finish = async (session: SqlSession, rotation: StoredRotation): Promise<void> => {
    const { key, wrapping } = requireKey(ring, rotation.to);
    const { checked } = await openCheck(session, ring);
    const now = await instantOf(session, NOW);
    if (now === undefined) throw new Error('unreachable');
    await replaceMasterKeyCheck(session, laterCheckValue(key, checked, now));
    for (const { replace } of otherSecrets)
      await replace(session, {
        wrap: wrapping.wrap,
        wrapAgain: (wrapped, place) => wrapping.wrap(ring.wrapping.unwrap(wrapped, place), place),
      });
    await writeRotation(session, rotation);
  };

  /** The keys of an installation are only added to, so that this is looked up once. */
  let firstKey: string | undefined;
  const firstKeyAt = async (session: SqlSession): Promise<string | undefined> => {
    firstKey ??= await instantOf(session, FIRST_KEY);
    return firstKey;
  };

  return {
    read: async (): Promise<MasterKeyStatus> => {
      const [configured, previous] = ring.held;
      if (!configured) throw new Error('unreachable');
      const { holder, checked } = await openCheck(database, ring);
      return {
        configured: configured.fingerprint,
        previous: previous?.fingerprint,
        inForce: (await readSharedFact(database, IN_FORCE)) ?? holder.fingerprint,
        since: checked.since ?? (await firstKeyAt(database)),
        rotation: await readRotation(database),
      };
    },
    begin: async () => {
      await database.transaction(async (session) => {
        // Waits for keys that are being inserted: whatever is inserted later sees that another master key is in force.
        await session.query(LOCK_KEYS);
        if (await readRotation(session)) return;
        const { holder, checked } = await openCheck(session, ring);
        const to = ring.held[0];
        if (!to || to.fingerprint === holder.fingerprint) return;
        const now = await instantOf(session, NOW);
        const since = checked.since ?? (await firstKeyAt(session)) ?? now;
        if (now === undefined || since === undefined) throw new Error('unreachable');
        // In this form, programs that cannot rotate refuse to start.
        await replaceMasterKeyCheck(session, laterCheckValue(holder.key, checked, since));
        await setSharedFact(session, IN_FORCE, to.fingerprint);
        const { total } = z.object({ total: z.int() }).parse((await session.query(COUNT_KEYS))[0]);
        await writeRotation(session, {
          from: holder.fingerprint,
          to: to.fingerprint,
          startedAt: now,
          state: 'wrapping',
          total,
          done: 0,
          damaged: 0,
          after: '',
        });
      });
      await ring.refresh();
    },
    wrapMore: () =>
      database.transaction(async (session) => {
        // One process at a time: a second one continues after the page of the first.
        await lockSharedFact(session, ROTATION);
        const rotation = await readRotation(session);
        if (rotation?.state !== 'wrapping') return;
        const next = await wrapPage(session, ring, rotation);
        if (next.state === 'wrapped') await finish(session, next);
        else await writeRotation(session, next);
      }),
    overwriteRemains: async () => {
      const full = database.kind === 'server' ? '' : '(full) ';
      await database.query(`vacuum ${full}vault.subject_keys, vault.master_key_check`);
      await discardOldLog(database);
    },
    end: () => dropSharedFact(database, ROTATION),
  };
};
