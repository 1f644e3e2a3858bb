import { LRUCache } from 'lru-cache';
import type { Database } from '../../../ports/database.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import { coalesce } from './coalesce.ts';
import { type KeyRing, openKeyRing } from './key-ring.ts';
import { BATCH, createKeyRows, type KnownKey, type KnownKeys } from './key-rows.ts';
import { createSubjectHash } from './subject-hash.ts';

const CACHED_KEYS = 10_000;
/** A process that missed the notification may read an erased subject for this long. */
const CACHE_MILLISECONDS = 60_000;
/** Cached keys are used for this long after a check for destroyed keys. */
const LOOKED_MILLISECONDS = 10_000;

type PostgresKeyVaultOptions = {
  readonly database: Database;
  /** 32 bytes, from `loadMasterKey`. */
  readonly masterKey: Uint8Array;
  /** The master key before this one, while the keys are being wrapped with this one. */
  readonly previousMasterKey?: Uint8Array | undefined;
  /** The most unwrapped keys in memory; default: 10,000. */
  readonly cachedKeys?: number;
  /** How long an unwrapped key is cached; default: 60,000. */
  readonly cacheMilliseconds?: number;
};

export type PostgresKeyVault = KeyVault & {
  readonly keyRing: KeyRing;
  /** Records that another process has destroyed a key; without an id, possibly any key. */
  readonly noteDestroyed: (keyId: string | undefined) => void;
  /**
   * Records that destroyed keys have just been checked. After the first check, a key in memory is used only for some
   * seconds after each: a process that was frozen reads the table first.
   */
  readonly noteLooked: () => void;
};

/**
 * Destroyed keys are announced to other processes on this channel, by id. An empty text means any key, because hints
 * were missed.
 */
export const DESTROYED_CHANNEL = 'anamnesis_destroyed_keys';

const DESTROY_KEY = `
  WITH destroyed AS (
    INSERT INTO vault.subject_keys (subject_hash, wrapped_key, destroyed_at)
    VALUES (decode($1, 'hex'), NULL, now())
    ON CONFLICT (subject_hash) DO UPDATE
    SET wrapped_key = NULL, destroyed_at = coalesce(subject_keys.destroyed_at, now())
    RETURNING 1
  )
  SELECT pg_notify('${DESTROYED_CHANNEL}', $1) FROM destroyed`;

/**
 * The key vault in PostgreSQL. Rejects with `unavailable` when the master key is not the one that this database was
 * set up with.
 *
 * `existingKeys` has an entry with `undefined` for a destroyed key and no entry for one that was never created, so
 * that a lost row is not mistaken for an erasure. Other processes drop a destroyed key when they are notified, and
 * after `cacheMilliseconds` at the latest; the log refuses events that they seal with it until then. The bytes of a
 * destroyed, still wrapped key can stay in backups of this table: keep those for a shorter time than the log's.
 */
export const createPostgresKeyVault = async (options: PostgresKeyVaultOptions): Promise<PostgresKeyVault> => {
  const { database, masterKey, previousMasterKey } = options;
  const keyRing = await openKeyRing(database, masterKey, previousMasterKey);
  const hashSubject = createSubjectHash(keyRing.installationSecret);
  const rows = createKeyRows(database, keyRing);

  const cache = new LRUCache<string, KnownKey>({
    max: options.cachedKeys ?? CACHED_KEYS,
    ttl: options.cacheMilliseconds ?? CACHE_MILLISECONDS,
  });
  const listeners = new Set<() => void>();
  // Every event and row asks for the hash of its subject, and those are few.
  const subjectHashes = new LRUCache<string, string>({ max: options.cachedKeys ?? CACHED_KEYS });
  const hashOf = (subject: string): string => {
    const known = subjectHashes.get(subject);
    if (known !== undefined) return known;
    const hash = hashSubject(subject);
    subjectHashes.set(subject, hash);
    return hash;
  };
  /** Counts destructions: a key read before one must not enter the cache after it. */
  let destructions = 0;
  /** The last check by both clocks: one stops with the machine, the other can be set. Undefined before the first. */
  let looked: { readonly wall: number; readonly monotonic: number } | undefined;

  const mayUseCache = (): boolean => {
    if (looked === undefined) return true;
    const wall = Date.now() - looked.wall;
    return (
      wall >= 0 && wall < LOOKED_MILLISECONDS && performance.now() - looked.monotonic < LOOKED_MILLISECONDS
    );
  };

  const distinct = (load: (hashes: readonly string[]) => Promise<KnownKeys>) =>
    coalesce((hashes: readonly string[]) => load([...new Set(hashes)].sort()), BATCH);
  const loadExisting = distinct(rows.select);
  const loadOrMake = distinct(rows.selectOrInsert);

  const lookUp = async (
    subjects: readonly string[],
    load: (hashes: readonly string[]) => Promise<KnownKeys>,
  ): Promise<ReadonlyMap<string, Uint8Array | undefined>> => {
    const hashesOf = new Map(subjects.map((subject) => [subject, hashOf(subject)]));
    const known: KnownKeys = new Map();
    const usable = mayUseCache();
    for (const hash of usable ? hashesOf.values() : []) {
      const cached = cache.get(hash);
      if (cached) known.set(hash, cached);
    }
    const missing = [...hashesOf.values()].filter((hash) => !known.has(hash));
    if (missing.length > 0) {
      const before = destructions;
      const loaded = await load(missing);
      for (const hash of missing) {
        const entry = loaded.get(hash);
        if (!entry) continue;
        known.set(hash, entry);
        if (destructions === before) cache.set(hash, entry);
      }
    }
    const keys = new Map<string, Uint8Array | undefined>();
    for (const [subject, hash] of hashesOf) {
      const entry = known.get(hash);
      if (entry) keys.set(subject, entry.key);
    }
    return keys;
  };

  const noteDestroyed = (keyId: string | undefined): void => {
    destructions += 1;
    // The name of an erased subject must not stay in memory.
    subjectHashes.clear();
    if (keyId === undefined) cache.clear();
    else cache.delete(keyId);
    for (const listener of listeners) listener();
  };

  return {
    keyRing,
    keysFor: (subjects) => lookUp(subjects, loadOrMake),
    existingKeys: (subjects) => lookUp(subjects, loadExisting),
    destroy: async (subject) => {
      const hash = hashSubject(subject);
      await database.query(DESTROY_KEY, [hash]);
      noteDestroyed(hash);
      cache.set(hash, { key: undefined });
    },
    keyIdOf: hashOf,
    onDestroyed: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    noteDestroyed,
    noteLooked: () => {
      looked = { wall: Date.now(), monotonic: performance.now() };
    },
  };
};
