import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database } from '../../../ports/database.ts';
import { sharedFactSql } from '../database/shared-facts.ts';
import { IN_FORCE, type KeyRing } from './key-ring.ts';
import { KEY_BYTES } from './key-wrapping.ts';

/** The most subjects in one statement. */
export const BATCH = 1000;

const keyRowSchema = z.object({ hash: z.string(), wrapped: z.string().nullable() });
const insertedRowSchema = z.object({ hash: z.string() });

/** The state of a key: its bytes, or undefined if it was destroyed. A subject without a row has no entry. */
export type KnownKey = { readonly key: Uint8Array | undefined };

/** Keyed by subject hash. */
export type KnownKeys = Map<string, KnownKey>;

const SELECT_KEYS = `
  SELECT encode(subject_hash, 'hex') AS hash, encode(wrapped_key, 'base64') AS wrapped
  FROM vault.subject_keys
  WHERE subject_hash = ANY (SELECT decode(asked, 'hex') FROM unnest($1::text[]) AS asked)`;

// Wraps nothing with a master key that is no longer in force: the statement sees the change, because the rotation waits
// for it, and it for the rotation, to release the table.
const INSERT_KEYS = `
  INSERT INTO vault.subject_keys (subject_hash, wrapped_key)
  SELECT decode(hash, 'hex'), decode(wrapped, 'base64')
  FROM unnest($1::text[], $2::text[]) AS made (hash, wrapped)
  WHERE coalesce(${sharedFactSql(IN_FORCE)}, $3) = $3
  ORDER BY hash
  ON CONFLICT (subject_hash) DO NOTHING
  RETURNING encode(subject_hash, 'hex') AS hash`;

const inBatches = function* <Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
};

type KeyRows = {
  /** The keys of the hashes that have a row. */
  readonly select: (hashes: readonly string[]) => Promise<KnownKeys>;
  /** Reads keys and creates missing ones. If another process creates one meanwhile, that one wins. */
  readonly selectOrInsert: (hashes: readonly string[]) => Promise<KnownKeys>;
};

/** Reads and writes the keys of subjects in the vault's table. */
export const createKeyRows = (
  database: Pick<Database, 'query'>,
  { wrapping, inForce, refresh }: Pick<KeyRing, 'wrapping' | 'inForce' | 'refresh'>,
): KeyRows => {
  const unwrapRow = (hash: string, wrapped: string | null): KnownKey => {
    if (wrapped === null) return { key: undefined };
    try {
      return { key: wrapping.unwrap(wrapped, hash) };
    } catch (cause) {
      throw new Failure(
        failure(
          'internal_error',
          'A stored key cannot be unwrapped: it was altered, or this process does not have the master key that wraps it.',
          {
            component: 'key-vault',
          },
        ),
        { cause },
      );
    }
  };

  const select: KeyRows['select'] = async (hashes) => {
    const found: KnownKeys = new Map();
    for (const batch of inBatches(hashes)) {
      for (const row of await database.query(SELECT_KEYS, [batch])) {
        const { hash, wrapped } = keyRowSchema.parse(row);
        found.set(hash, unwrapRow(hash, wrapped));
      }
    }
    return found;
  };

  /** Creates keys; omits those that another process created meanwhile. */
  const insert = async (hashes: readonly string[]): Promise<KnownKeys> => {
    const inserted: KnownKeys = new Map();
    for (const batch of inBatches(hashes)) {
      const made = new Map(batch.map((hash) => [hash, randomBytes(KEY_BYTES)]));
      const wrapped = [...made].map(([hash, key]) => wrapping.wrap(key, hash));
      for (const row of await database.query(INSERT_KEYS, [[...made.keys()], wrapped, inForce()])) {
        const { hash } = insertedRowSchema.parse(row);
        inserted.set(hash, { key: made.get(hash) });
      }
    }
    return inserted;
  };

  const selectOrInsert: KeyRows['selectOrInsert'] = async (hashes) => {
    const found = await select(hashes);
    const missing = (): readonly string[] => hashes.filter((hash) => !found.has(hash));
    const add = (known: KnownKeys): void => {
      for (const [hash, key] of known) found.set(hash, key);
    };
    if (missing().length === 0) return found;
    add(await insert(missing()));
    if (missing().length === 0) return found;
    add(await select(missing()));
    if (missing().length === 0) return found;
    // Not inserted, and not by another process: the master key was rotated.
    await refresh();
    add(await insert(missing()));
    if (missing().length > 0) add(await select(missing()));
    return found;
  };

  return { select, selectOrInsert };
};
