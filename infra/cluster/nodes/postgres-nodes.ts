import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { Node, NodeRegistry, NodeRole } from '../../../ports/nodes.ts';

type NodeOptions = {
  readonly session: SqlSession;
  /** The owner name of its leases. */
  readonly id: string;
  readonly host: string;
  readonly role: NodeRole;
  readonly version: string;
  /** What it announces besides the work that it offers. */
  readonly traits?: readonly string[];
  /** Milliseconds for which a node counts as alive without announcing itself again: the lifetime of its leases. */
  readonly timeToLive?: number;
};

/** Seconds for which a lost node stays listed, so that an operator can identify it. */
const LISTED_SECONDS = 3600;

// A node seen in the future was seen before the clock of the database was set back.
const announceSql = `
  insert into coordination.nodes as known (id, host, role, version, started_at, seen_at, offers)
  values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), $5::text[])
  on conflict (id) do update set seen_at = excluded.seen_at, offers = excluded.offers`;
const listSql = `
  select id, host, role, version, offers,
         to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
         extract(epoch from clock_timestamp() - seen_at)::float8 as last_seen,
         seen_at > clock_timestamp() - make_interval(secs => $1)
           and seen_at < clock_timestamp() + make_interval(secs => 3 * $1) as alive
    from coordination.nodes order by started_at, id`;
const clearSql = `
  delete from coordination.nodes
   where seen_at < clock_timestamp() - make_interval(secs => $1)
      or seen_at > clock_timestamp() + make_interval(secs => $1)`;
const withdrawSql = 'delete from coordination.nodes where id = $1';

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    host: z.string(),
    role: z.string(),
    version: z.string(),
    offers: z.array(z.string()),
    since: z.string(),
    last_seen: z.number(),
    alive: z.boolean(),
  }),
);

/** Deletes all nodes. Only for a process that is alone on its database. */
export const forgetAllNodes = async (session: SqlSession): Promise<void> => {
  await session.query('delete from coordination.nodes');
};

/** Deletes a node that is known to have stopped. */
export const forgetNode = async (session: SqlSession, id: string): Promise<void> => {
  await session.query('delete from coordination.nodes where id = $1', [id]);
};

/** Creates a registry that stores nodes as rows next to their leases. */
export const createPostgresNodes = (options: NodeOptions): NodeRegistry => {
  const { session, id, host, role, version, traits = [], timeToLive = 10_000 } = options;
  const seconds = timeToLive / 1000;
  let isAnnounced = false;

  const list = async (): Promise<readonly Node[]> =>
    rowsSchema
      .parse(await session.query(listSql, [seconds]))
      .map(({ last_seen: lastSeen, ...node }) => ({ ...node, lastSeen: Math.max(0, lastSeen) }));

  return {
    list,
    announce: async (offers) => {
      if (!isAnnounced) await session.query(clearSql, [LISTED_SECONDS]);
      isAnnounced = true;
      await session.query(announceSql, [id, host, role, version, [...offers, ...traits]]);
      return (await list()).filter((node) => node.alive);
    },
    withdraw: async () => {
      await session.query(withdrawSql, [id]);
    },
  };
};
