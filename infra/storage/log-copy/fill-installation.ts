import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { namedBlobs } from '../../../domain/kernel/named-blobs.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Database, SqlSession } from '../../../ports/database.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { StoredInstallation, WrappedKey } from '../../../ports/stored-installation.ts';
import { mayHoldSealedValue } from '../event-serialization/sealed-value.ts';
import { insertStoredEvents, lockEmptyLog } from '../event-store/stored-events.ts';
import { insertStoredClaims } from '../idempotency/stored-claims.ts';
import { insertMasterKeyCheck, insertWrappedKeys, withoutKey } from '../key-vault/wrapped-keys.ts';
import { insertStoredCheckpoints } from '../leases/stored-checkpoints.ts';
import { readingLog } from './filled-log.ts';
import { firstDifference } from './first-difference.ts';

/** The target of the copy. The tables of log, vault, leases and idempotency exist and are empty. */
type FillTarget = { readonly database: Database; readonly blobs: BlobStore };

export type FillProgress = {
  readonly phase: 'blobs' | 'events' | 'comparing';
  readonly position: Position;
};

type FillOptions = {
  /** The last position to copy. */
  readonly to: Position;
  /** Hashes a subject like the vault. */
  readonly hashSubject: (subject: string) => string;
  /** Subjects that were erased after the copy was made, from any source: they stay erased. */
  readonly erased?: () => AsyncIterable<readonly WrappedKey[]>;
  /**
   * Creates a tombstone for a subject without a key in the source, instead of refusing: their sealed content then
   * reads as erased.
   */
  readonly eraseMissing?: boolean;
  /** Blobs that the source is known to lack. */
  readonly missingBlobs?: ReadonlySet<string>;
  readonly onProgress?: (progress: FillProgress) => void;
  readonly signal?: AbortSignal;
};

export type FillResult = {
  readonly events: number;
  /** Blobs copied now, without those that were already there. */
  readonly blobs: number;
  readonly blobBytes: number;
  readonly keys: number;
  readonly erasedSubjects: number;
};

/** Blobs copied at a time: enough to saturate a disk. */
const CONCURRENT_BLOBS = 4;
/** Recently seen names: the events of one document name the same blobs. */
const REMEMBERED = 10_000;

const damaged = (message: string, details: Record<string, string | number> = {}): Failure =>
  new Failure(failure('internal_error', message, { component: 'copy', details }));

const copyBlob = async (
  sha256: string,
  source: StoredInstallation,
  blobs: BlobStore,
): Promise<number | undefined> => {
  if (await blobs.has(sha256)) return undefined;
  const staged = await blobs.stage(source.blob(sha256), Number.MAX_SAFE_INTEGER);
  try {
    if (staged.sha256 !== sha256)
      throw damaged(`The content of the stored file ${sha256} does not match its name.`, {
        sha256,
      });
    await staged.keep();
    return staged.size;
  } finally {
    await staged.discard();
  }
};

/** Copies every blob that the events name. Safe to repeat: existing blobs are skipped. */
const copyBlobs = async (
  source: StoredInstallation,
  blobs: BlobStore,
  {
    to,
    missingBlobs,
    onProgress,
    signal,
  }: Pick<FillOptions, 'to' | 'missingBlobs' | 'onProgress' | 'signal'>,
): Promise<{ readonly blobs: number; readonly blobBytes: number }> => {
  const limit = pLimit(CONCURRENT_BLOBS);
  const seen = new LRUCache<string, true>({ max: REMEMBERED });
  let copied = 0;
  let bytes = 0;
  for await (const page of source.events(0, to)) {
    signal?.throwIfAborted();
    const names = new Set(page.flatMap(({ data }) => namedBlobs(data)));
    const wanted = [...names].filter((sha256) => !seen.has(sha256) && !missingBlobs?.has(sha256));
    const sizes = await Promise.all(wanted.map((sha256) => limit(() => copyBlob(sha256, source, blobs))));
    for (const sha256 of wanted) seen.set(sha256, true);
    for (const size of sizes) {
      if (size === undefined) continue;
      copied += 1;
      bytes += size;
    }
    onProgress?.({ phase: 'blobs', position: page.at(-1)?.position ?? 0 });
  }
  return { blobs: copied, blobBytes: bytes };
};

const subjectSchema = z.object({ subject: z.string().optional() });

/** The hashes of the subjects of sealed content in these events. */
const sealedSubjects = (
  events: readonly StoredEvent[],
  hashSubject: (subject: string) => string,
): readonly string[] => {
  const subjects = new Set<string>();
  for (const { data, metadata } of events) {
    if (!mayHoldSealedValue(data)) continue;
    const parsed = subjectSchema.safeParse(JSON.parse(metadata));
    if (parsed.success && parsed.data.subject !== undefined) subjects.add(parsed.data.subject);
  }
  return [...subjects].map(hashSubject);
};

const missingKeys = (position: Position): Failure =>
  new Failure(
    failure(
      'rule_violated',
      `The copy of the keys has neither the key nor a tombstone of a person about whom an event up to position ${position} ` +
        'holds sealed content. It is older than the log, or from another installation.',
      { component: 'key-vault', details: { position } },
    ),
  );

/**
 * Checks that all sealed content can be opened or is known to be erased. Returns the number of tombstones created.
 */
const settleKeys = async (
  session: SqlSession,
  events: readonly StoredEvent[],
  { hashSubject, eraseMissing }: FillOptions,
  at: string,
): Promise<number> => {
  const subjects = sealedSubjects(events, hashSubject);
  if (subjects.length === 0) return 0;
  const missing = await withoutKey(session, subjects);
  if (missing.length === 0) return 0;
  if (!eraseMissing) throw missingKeys(events.at(-1)?.position ?? 0);
  await insertWrappedKeys(
    session,
    missing.map((subjectHash) => ({ subjectHash, wrappedKey: null, createdAt: at, destroyedAt: at })),
  );
  return missing.length;
};

const fillVault = async (
  session: SqlSession,
  source: StoredInstallation,
  { erased }: FillOptions,
): Promise<number> => {
  await insertMasterKeyCheck(session, (await source.masterKey()).check);
  let keys = 0;
  for await (const page of source.wrappedKeys()) {
    await insertWrappedKeys(session, page);
    keys += page.length;
  }
  if (erased) for await (const page of erased()) await insertWrappedKeys(session, page);
  return keys;
};

const fillLog = async (
  session: SqlSession,
  source: StoredInstallation,
  options: FillOptions,
): Promise<{ readonly events: number; readonly erasedSubjects: number }> => {
  let last = 0;
  let erasedSubjects = 0;
  for await (const page of source.events(0, options.to)) {
    options.signal?.throwIfAborted();
    for (const { position } of page) {
      if (position !== last + 1)
        throw damaged(`Position ${last} is followed by ${position}: the log has a gap.`, { position });
      last = position;
    }
    await insertStoredEvents(session, page);
    erasedSubjects += await settleKeys(session, page, options, page.at(-1)?.recordedAt ?? '');
    options.onProgress?.({ phase: 'events', position: last });
  }
  if (last !== options.to)
    throw damaged(`The log ends at position ${last} and not at ${options.to}.`, { position: last });
  return { events: last, erasedSubjects };
};

/**
 * Compares a log with its source, position by position, byte by byte.
 *
 * @throws Failure that names the first position that differs
 */
export const compareLogs = async (
  session: SqlSession,
  source: Pick<StoredInstallation, 'events'>,
  { to, onProgress, signal }: Pick<FillOptions, 'to' | 'onProgress' | 'signal'>,
): Promise<void> => {
  let compared = 0;
  for await (const page of source.events(0, to)) {
    signal?.throwIfAborted();
    const end = page.at(-1)?.position ?? compared;
    const difference = await firstDifference(readingLog(session), compared, page);
    if (difference)
      throw damaged(
        `Position ${difference.position} differs from the source: ${difference.member ?? 'it is missing'}.`,
        { position: difference.position },
      );
    compared = end;
    onProgress?.({ phase: 'comparing', position: compared });
  }
};

/**
 * Fills an empty installation with the stored data of another one: exact positions, ids, timestamps and texts,
 * wrapped keys, checkpoints, idempotency claims, and every blob that an event names. Read models are not copied, but
 * rebuilt.
 *
 * The database is filled in one transaction, which ends by comparing the log position by position: after a crash it
 * is empty, and the copy can be repeated. Blobs are copied first; a repeat finds those that exist.
 *
 * @throws Failure `conflict` when the target is not empty; `rule_violated` when the keys do not match the log;
 *   `internal_error` when the source is damaged, or the copy differs from it
 */
export const fillInstallation = async (
  source: StoredInstallation,
  { database, blobs }: FillTarget,
  options: FillOptions,
): Promise<FillResult> => {
  const copied = await copyBlobs(source, blobs, options);
  const fill = async (session: SqlSession) => {
    await lockEmptyLog(session);
    const keys = await fillVault(session, source, options);
    for await (const page of source.claims()) await insertStoredClaims(session, page);
    await insertStoredCheckpoints(session, await source.checkpoints());
    const log = await fillLog(session, source, options);
    await compareLogs(session, source, options);
    return { ...log, keys };
  };
  const filled = await database.transaction(fill, { timeout: 'long' });
  return { ...copied, ...filled };
};
