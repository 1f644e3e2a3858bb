import type { Database } from '../../../ports/database.ts';
import type {
  IdempotencyClaim,
  IdempotencyScope,
  IdempotencyStore,
} from '../../../ports/idempotency-store.ts';
import type { ClaimSecrets } from './claim-secrets.ts';
import { ERASED } from './forget-answers.ts';

type PostgresIdempotencyOptions = {
  readonly database: Database;
  /** Hashes and seals the content of rows. */
  readonly secrets: ClaimSecrets;
  /** Seconds after which an execution that is not renewed counts as dead. */
  readonly leaseSeconds?: number;
  /** Hours for which an answer is remembered. */
  readonly retentionHours?: number;
};

/** The same as the lease of a follower. */
const LEASE_SECONDS = 10;
const RETENTION_HOURS = 24;
const PURGE_INTERVAL_MS = 60_000;
/** Rows removed by one purge; at one purge per minute, this keeps up with 160 keys a second. */
const PURGE_ROWS = 10_000;

// Takes the key if it is new, or if it was claimed for the same input under a lease that has expired.
const claimSql = `
  insert into idempotency.commands as c (scope, fingerprint, command_id, leased_until)
  values ($1, $2, $3::uuid, now() + make_interval(secs => $4::float8))
  on conflict (scope) do update set leased_until = excluded.leased_until
    where c.answer is null and c.fingerprint = excluded.fingerprint and c.leased_until <= now()
  returning c.command_id, c.command_id <> $3::uuid as repeated`;

const readSql = 'select fingerprint, answer from idempotency.commands where scope = $1';
const completeSql = 'update idempotency.commands set answer = $2 where scope = $1 and answer is null';
const renewSql = `update idempotency.commands set leased_until = now() + make_interval(secs => $2::float8)
  where scope = any($1::text[]) and answer is null`;
const releaseSql = `update idempotency.commands set leased_until = now() where scope = $1 and answer is null`;
const purgeSql = `delete from idempotency.commands where scope in (
  select scope from idempotency.commands
  where created_at < now() - make_interval(hours => $1::int) order by created_at limit ${PURGE_ROWS})`;

/** Stores idempotency keys in the database of the log. */
export const createPostgresIdempotencyStore = (options: PostgresIdempotencyOptions): IdempotencyStore => {
  const { database, secrets } = options;
  const leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS;
  const retentionHours = options.retentionHours ?? RETENTION_HOURS;
  let purgedAt = Number.NEGATIVE_INFINITY;

  const purgeSometimes = async (): Promise<void> => {
    const now = performance.now();
    if (now - purgedAt < PURGE_INTERVAL_MS) return;
    purgedAt = now;
    await database.query(purgeSql, [retentionHours]);
  };

  const claim = async (
    scope: IdempotencyScope,
    fingerprint: string,
    commandId: string,
  ): Promise<IdempotencyClaim> => {
    await purgeSometimes();
    const id = secrets.scopeOf(scope);
    const input = secrets.fingerprintOf(fingerprint);
    const [claimed] = await database.query(claimSql, [id, input, commandId, leaseSeconds]);
    if (claimed) {
      return {
        outcome: 'claimed',
        commandId: String(claimed.command_id),
        repeated: claimed.repeated === true,
      };
    }
    const [known] = await database.query(readSql, [id]);
    // The row vanished between the two statements: the next attempt can claim the key.
    if (!known) return { outcome: 'in_progress' };
    if (known.answer === ERASED.answer) return { outcome: 'erased' };
    if (known.fingerprint !== input) return { outcome: 'mismatch' };
    return typeof known.answer === 'string'
      ? { outcome: 'answered', answer: secrets.open(id, known.answer) }
      : { outcome: 'in_progress' };
  };

  /** Holders per claim: the same process may claim a key again after its lease expired. */
  const kept = new Map<string, number>();
  let renewing: NodeJS.Timeout | undefined;
  const renew = (): void => {
    // The next renewal is soon, and a database that does not answer accepts no competing claim either.
    database.query(renewSql, [[...kept.keys()], leaseSeconds]).catch(() => {});
  };

  return {
    claim,
    keep: (scope) => {
      const id = secrets.scopeOf(scope);
      kept.set(id, (kept.get(id) ?? 0) + 1);
      renewing ??= setInterval(renew, (leaseSeconds * 1000) / 3).unref();
      return () => {
        const others = (kept.get(id) ?? 0) - 1;
        if (others > 0) kept.set(id, others);
        else kept.delete(id);
        if (kept.size > 0) return;
        clearInterval(renewing);
        renewing = undefined;
      };
    },
    complete: async (scope, answer) => {
      const id = secrets.scopeOf(scope);
      await database.query(completeSql, [id, secrets.seal(id, answer)]);
    },
    release: async (scope) => {
      await database.query(releaseSql, [secrets.scopeOf(scope)]);
    },
  };
};

/**
 * Expires every claim without an answer. Only for a process that is alone on its database: it would otherwise wait
 * for claims of a crashed predecessor.
 */
export const freeAllClaims = async (database: Database): Promise<void> => {
  await database.query('update idempotency.commands set leased_until = now() where answer is null');
};
