import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';
import { type Lease, leaseLost } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { batchCalls } from './batch-calls.ts';
import { confirmSql, releaseSql, renewSql } from './lease-statements.ts';

/** A lease that this process believes it holds. */
type Held = {
  readonly name: string;
  readonly fence: number;
  readonly within: string | undefined;
  /** Restarts the lease's time to live at the moment when the statement that took or renewed it was sent. */
  readonly renewedAt: (sent: number) => void;
  readonly lose: () => void;
};

const renewedRowSchema = z.object({
  name: z.string(),
  fence: z.number(),
  renewed: z.boolean(),
  held: z.boolean(),
});

type HeldLeasesOptions = {
  /** The connection for renewing and releasing, which no other work may delay. */
  readonly reserved: Pick<Database, 'query'>;
  readonly database: Pick<Database, 'query'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly owner: string;
  /** Milliseconds. */
  readonly timeToLive: number;
};

/** The leases of this process, which one statement renews as long as there are any. */
type HeldLeases = {
  /**
   * Holds a lease that was just taken.
   *
   * @param sent when the statement that took it was sent
   */
  readonly keep: (taken: Pick<Held, 'name' | 'fence' | 'within'>, sent: number) => Lease;
};

/** Milliseconds within which expired leases are reported in one line: a silent database expires all at about once. */
const TOGETHER_MS = 250;

/** The name of the whole work; partitions of one work are counted together. */
const workOf = (name: string): string => name.split('/')[0] ?? name;

export const createHeldLeases = (options: HeldLeasesOptions): HeldLeases => {
  const { reserved, database, logger, metrics, owner, timeToLive } = options;
  const held = new Set<Held>();
  let renewing: NodeJS.Timeout | undefined;

  const renewAll = async (): Promise<void> => {
    const asked = [...held];
    const sent = performance.now();
    const rows = await reserved.query(renewSql, [
      asked.map(({ name }) => name),
      asked.map(({ fence }) => fence),
      owner,
      timeToLive / 1000,
      [...new Set(asked.flatMap(({ within }) => within ?? []))],
    ]);
    const answers = z.array(renewedRowSchema).parse(rows);
    const byName = new Map(answers.map((answer) => [`${answer.name} ${answer.fence}`, answer]));
    for (const lease of asked) {
      const answer = byName.get(`${lease.name} ${lease.fence}`);
      if (answer?.renewed) lease.renewedAt(sent);
      else if (!answer?.held && held.has(lease)) {
        logger.warn({ lease: lease.name }, 'A lease was taken over by another process.');
        lease.lose();
      }
    }
  };

  const scheduleRenewal = (milliseconds: number): void => {
    renewing = setTimeout(async () => {
      const renewed = await renewAll().then(
        () => true,
        () => false,
      );
      renewing = undefined;
      if (held.size > 0) scheduleRenewal(renewed ? timeToLive / 3 : timeToLive / 20);
    }, milliseconds);
    renewing.unref();
  };

  /** The leases that expired and are not reported yet. */
  let expired: string[] = [];
  const reportExpired = (name: string): void => {
    expired.push(name);
    if (expired.length > 1) return;
    setTimeout(() => {
      logger.warn({ lease: name, leases: expired.length }, 'A lease could not be renewed in time.');
      expired = [];
    }, TOGETHER_MS).unref();
  };

  const measure = (name: string): void => {
    const lease = workOf(name);
    const count = [...held].filter((other) => workOf(other.name) === lease).length;
    metrics.gauge('anamnesis_lease_held', count, { lease });
  };

  const release = batchCalls(async (released: readonly Pick<Held, 'name' | 'fence'>[]) => {
    const names = released.map(({ name }) => name);
    const fences = released.map(({ fence }) => fence);
    await reserved.query(releaseSql, [names, fences, owner]).catch(() => {});
    return released;
  });

  const keep: HeldLeases['keep'] = ({ name, fence, within }, sent) => {
    const lost = new AbortController();
    let expiry: NodeJS.Timeout | undefined;
    let heldUntil = 0;
    const renewedAt = (at: number): void => {
      clearTimeout(expiry);
      // A tenth earlier than for other processes: their clock started later, but this timer may fire late.
      heldUntil = at + timeToLive * 0.9;
      expiry = setTimeout(
        () => {
          reportExpired(name);
          lose();
        },
        Math.max(0, heldUntil - performance.now()),
      );
      expiry.unref();
    };
    const end = (change: 'lost' | 'released'): void => {
      clearTimeout(expiry);
      if (held.delete(lease)) {
        measure(name);
        metrics.count('anamnesis_lease_changes_total', { change });
      }
      lost.abort();
    };
    const lose = (): void => end('lost');
    const lease: Held = { name, fence, within, renewedAt, lose };
    held.add(lease);
    measure(name);
    metrics.count('anamnesis_lease_changes_total', { change: 'acquired' });
    renewedAt(sent);
    if (!renewing) scheduleRenewal(timeToLive / 3);
    return {
      name,
      fence,
      signal: lost.signal,
      isHeld: () => !lost.signal.aborted && performance.now() < heldUntil,
      confirm: async () => {
        // Not on the connection for renewals, which must not be delayed.
        const rows = await database.query(confirmSql, [name, owner, fence]);
        if (rows.length > 0) return;
        lose();
        throw leaseLost({ name, fence });
      },
      release: async () => {
        end('released');
        await release({ name, fence });
      },
    };
  };

  return { keep };
};
