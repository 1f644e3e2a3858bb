import { type EntityManager, type EntitySchema, MikroORM } from '@mikro-orm/core';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Position } from '../../../domain/kernel/event.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Database } from '../../../ports/database.ts';
import type { Generations } from '../../../ports/generations.ts';
import type { Logger } from '../../../ports/logger.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import { readDatabaseIdentity } from '../database/database-identity.ts';
import type { DatabaseTimes } from '../database/database-times.ts';
import { openPool } from '../database/open-pool.ts';
import { readModelPool } from '../database/read-model-pool.ts';
import { replicaDriverClass } from './replica-driver.ts';

/** The state of a replica. */
export type ReplicaState = {
  /** Its index in DATABASE_REPLICA_URL, from 1. */
  readonly number: number;
  readonly usable: boolean;
  /** Why it is not usable; a fixed sentence. */
  readonly reason: string | undefined;
  /** Bytes of the primary's write-ahead log that it had not replayed at the last check. */
  readonly bytesBehind: number | undefined;
};

export type Replica = {
  readonly state: () => ReplicaState;
  /** The position of a generation on the replica, read from its row there; undefined without a quick answer. */
  readonly positionOf: (projection: string, generation: number) => Promise<Position | undefined>;
  readonly entities: EntityManager;
  readonly close: () => Promise<void>;
};

type ReplicaOptions = {
  readonly number: number;
  readonly connectionString: string;
  readonly primary: { readonly database: Database; readonly connection: () => PostgreSqlConnection };
  readonly entities: readonly EntitySchema[];
  readonly generations: Pick<Generations, 'list'>;
  readonly times: DatabaseTimes;
  readonly readPoolSize?: number | undefined;
  readonly logger: Logger;
};

/** Milliseconds, short enough that a person still waits when a read then turns to the primary. */
const CONNECT_MS = 1_000;
const STATEMENT_MS = 2_000;
/** Milliseconds for reading the position, which takes one; a slower replica is left out until the next check. */
const GLANCE_MS = 300;
const LOOK_EVERY_MS = 1_000;

const lookSql = `
  select pg_is_in_recovery() as standby,
         pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind`;
const lookSchema = z.object({ standby: z.boolean(), behind: z.number().nullable() });
const primarySql = 'select pg_current_wal_lsn()::text as lsn';
const primarySchema = z.object({ lsn: z.string() });

/**
 * Opens a streaming replica for reading. It need not be reachable: it is checked every second, and used only while it
 * replays the log of this primary.
 */
export const openReplica = async (options: ReplicaOptions): Promise<Replica> => {
  const { number, connectionString, primary, logger } = options;
  const times = {
    ...options.times,
    connect: Math.min(CONNECT_MS, options.times.connect),
    statement: Math.min(STATEMENT_MS, options.times.statement),
  };
  const about = { component: 'database', replica: number };
  let state: ReplicaState = {
    number,
    usable: false,
    reason: 'It was not checked yet.',
    bytesBehind: undefined,
  };
  const become = (usable: boolean, reason?: string, bytesBehind?: number): void => {
    if (usable !== state.usable || (!usable && reason !== state.reason))
      logger[usable ? 'info' : 'warn'](
        { ...about, reason },
        usable ? 'A read replica is in use.' : 'A read replica is not used; the primary is read instead.',
      );
    state = { number, usable, reason, bytesBehind };
  };

  const pool = openPool({
    connectionString,
    applicationName: 'anamnesis-replica',
    maxConnections: 4,
    connect: times.connect,
    statement: { usual: times.statement, long: times.statement },
    idle: 0,
    logger,
  });

  const look = async (): Promise<void> => {
    const [identity, here] = await Promise.all([
      readDatabaseIdentity(primary.database),
      primary.database.query(primarySql),
    ]);
    const { lsn } = primarySchema.parse(here[0]);
    const found = lookSchema.parse((await pool.query(lookSql, [lsn]))[0]);
    if (!found.standby) return become(false, 'It is not a standby: it was promoted, or never was one.');
    if ((await readDatabaseIdentity(pool)) !== identity)
      return become(false, 'It is a replica of another database.');
    become(true, undefined, Math.max(0, found.behind ?? 0));
  };

  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await look().catch(() => become(false, 'It does not answer.'));
      await abortablePause(LOOK_EVERY_MS, stopped.signal);
    }
  };

  const orm = await MikroORM.init({
    entities: [...options.entities],
    driver: replicaDriverClass({
      primary: primary.connection,
      isUsable: () => state.usable,
      onFailure: () => become(false, 'It did not answer a read.'),
      atMost: times.connect + times.statement,
    }),
    clientUrl: connectionString,
    driverOptions: readModelPool(times, logger, options.readPoolSize),
  });
  const watching = watch();

  return {
    state: () => state,
    positionOf: async (projection, generation) => {
      if (!state.usable) return undefined;
      let found: Position | undefined;
      const glance = options.generations.list(pool, projection).then((all) => {
        found = all.find((one) => one.generation === generation)?.position;
      });
      glance.catch(() => {});
      try {
        if (!(await waitAtMost(GLANCE_MS, glance))) become(false, 'It does not answer.');
      } catch {
        become(false, 'It does not answer.');
      }
      return found;
    },
    entities: orm.em,
    close: async () => {
      stopped.abort();
      await Promise.all([watching, pool.close(), orm.close(true)]);
    },
  };
};
