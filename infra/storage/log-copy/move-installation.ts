import { createHash } from 'node:crypto';
import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database } from '../../../ports/database.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { StoredInstallation, WrappedKey } from '../../../ports/stored-installation.ts';
import { dropSharedFact, readSharedFact, setSharedFact } from '../database/shared-facts.ts';
import { insertStoredClaims } from '../idempotency/stored-claims.ts';
import {
  insertMasterKeyCheck,
  insertWrappedKeys,
  readMasterKeyCheck,
  readWrappedKeys,
} from '../key-vault/wrapped-keys.ts';
import { insertStoredCheckpoints } from '../leases/stored-checkpoints.ts';
import type { FilledLog } from './filled-log.ts';
import { firstDifference, storedMembers } from './first-difference.ts';

export type MoveProgress = {
  readonly phase: 'comparing' | 'events' | 'verifying';
  readonly position: Position;
};

type MoveOptions = {
  /** The last position of the source. */
  readonly to: Position;
  /** Moves everything, only reports what would be moved, or only compares an earlier move. */
  readonly mode: 'move' | 'dry-run' | 'verify-only';
  readonly onProgress: (progress: MoveProgress) => void;
  readonly signal: AbortSignal;
};

/** The target: the tables of vault, leases and idempotency, and a log in the same database or elsewhere. */
type MoveTarget = { readonly database: Database; readonly log: FilledLog };

export type MoveResult = {
  /** The events of the source, and how many of them the target already had. */
  readonly events: number;
  readonly there: number;
  readonly keys: number;
  /**
   * SHA-256 over all events in order, hex: the same on both sides. Absent after a dry run, which does not compare to
   * the end.
   */
  readonly digest: string | undefined;
};

const refused = (message: string, details: Record<string, string | number> = {}): Failure =>
  new Failure(failure('rule_violated', message, { component: 'migrate', details }));

const bytesOf = (event: StoredEvent): string => JSON.stringify(storedMembers.map((member) => event[member]));

/**
 * Compares the log of the target with the source, position by position and byte by byte, up to a position. Returns
 * the digest of both.
 */
const compare = async (
  source: StoredInstallation,
  log: Pick<FilledLog, 'read'>,
  to: Position,
  { onProgress, signal }: Pick<MoveOptions, 'signal'> & { readonly onProgress: (position: Position) => void },
): Promise<string> => {
  const digest = createHash('sha256');
  let compared = 0;
  for await (const page of source.events(0, to)) {
    signal.throwIfAborted();
    const from = compared;
    const leaves = page.find(({ position }, index) => position !== from + index + 1);
    const difference =
      (await firstDifference(log, from, page)) ??
      (leaves && { position: leaves.position, member: undefined });
    if (difference)
      throw refused(
        `Position ${difference.position} of the target differs from the source (${difference.member ?? 'it is missing'}): it holds another ` +
          'installation, or has diverged. Name an empty database as the target.',
        { position: difference.position },
      );
    for (const event of page) digest.update(bytesOf(event));
    compared = page.at(-1)?.position ?? from;
    onProgress(compared);
  }
  if (compared !== to)
    throw refused(`The source ends at position ${compared} and not at ${to}: its log is damaged.`, {
      position: compared,
    });
  return digest.digest('hex');
};

/** Compares the keys of the target with the source: every key and tombstone must match. */
const compareKeys = async (source: StoredInstallation, database: Database): Promise<number> => {
  const known = readWrappedKeys(database);
  const rest: WrappedKey[] = [];
  const next = async (): Promise<WrappedKey | undefined> => {
    while (rest.length === 0) {
      const page = await known.next();
      if (page.done) return undefined;
      rest.push(...page.value.toReversed());
    }
    return rest.pop();
  };
  let keys = 0;
  for await (const page of source.wrappedKeys())
    for (const key of page) {
      keys += 1;
      const other = await next();
      if (other?.subjectHash !== key.subjectHash || other.wrappedKey !== key.wrappedKey)
        throw refused(
          'The keys of the target are not those of the source: a person was erased or added on one side. ' +
            'Run the command again without --verify-only.',
        );
    }
  if ((await next()) !== undefined) throw refused('The target has keys that the source lacks.');
  return keys;
};

/**
 * Copies an installation exactly to another database: log, keys with their tombstones, idempotency claims and
 * checkpoints. Pages of events are appended in order, none twice: after an interruption it continues where it
 * stopped, and a repeat copies newer events. Until everything has been compared, the target carries a mark that keeps
 * a server from starting on it.
 *
 * @throws Failure `rule_violated` when the target holds something else, or the copy differs from the source
 */
export const moveInstallation = async (
  source: StoredInstallation,
  { database, log }: MoveTarget,
  options: MoveOptions,
): Promise<MoveResult> => {
  const { to, mode, onProgress, signal } = options;
  const show =
    (phase: MoveProgress['phase']) =>
    (position: Position): void =>
      onProgress({ phase, position });
  const mark = await source.masterKey();
  const check = await readMasterKeyCheck(database);
  if (check !== undefined && check !== mark.check)
    throw refused(
      'The target was set up with another master key: it holds another installation, or a server has been started on it. Name an ' +
        'empty database as the target.',
    );
  const there = await log.end();
  if (check === undefined && there > 0 && (await readSharedFact(database, 'unfinished-move')) === undefined)
    throw refused(
      'The target has a log without keys that this command did not create. Name an empty database.',
    );
  if (there > to)
    throw refused(
      `The target has ${there} events and the source ${to}: it has events of its own. Nothing was changed.`,
      { position: there },
    );
  if (mode === 'verify-only') {
    if (there < to)
      throw refused(`The target ends at position ${there}, the source at ${to}.`, { position: there });
    const digest = await compare(source, log, to, { onProgress: show('verifying'), signal });
    return { events: to, there, keys: await compareKeys(source, database), digest };
  }
  // The existing log must be a prefix of the source, or nothing is moved.
  await compare(source, log, there, { onProgress: show('comparing'), signal });
  if (mode === 'dry-run') {
    let keys = 0;
    for await (const page of source.wrappedKeys()) keys += page.length;
    return { events: to, there, keys, digest: undefined };
  }

  await setSharedFact(database, 'unfinished-move', mark.fingerprint);
  if (check === undefined) await insertMasterKeyCheck(database, mark.check);
  for await (const page of source.wrappedKeys()) await insertWrappedKeys(database, page);
  let last = there;
  for await (const page of source.events(there, to)) {
    signal.throwIfAborted();
    await log.add(page);
    last = page.at(-1)?.position ?? last;
    show('events')(last);
  }
  for await (const page of source.claims()) await insertStoredClaims(database, page);
  await insertStoredCheckpoints(database, await source.checkpoints());
  const digest = await compare(source, log, to, { onProgress: show('verifying'), signal });
  const keys = await compareKeys(source, database);
  await dropSharedFact(database, 'unfinished-move');
  return { events: to, there, keys, digest };
};
