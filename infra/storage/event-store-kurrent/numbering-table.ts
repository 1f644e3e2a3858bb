import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database, DatabaseRow, SqlSession, SqlValue } from '../../../ports/database.ts';
import type { EventFilter, StreamRange } from '../../../ports/event-store.ts';
import { type Fence, leaseLost } from '../../../ports/leases.ts';
import { rangeParameters } from '../event-store/stored-reader.ts';
import type { LogEntry, LogPlace } from './log-entry.ts';
import { type Finding, type NumberedRow, numberEvents, streamIdIn } from './number-events.ts';

/** The progress of the numbering. */
type NumberingState = {
  readonly head: number;
  /** `$all` has been scanned up to here; 'start' before the first scan. */
  readonly scanned: LogPlace | 'start';
  readonly halted: string | undefined;
};

const stateSchema = z.object({
  prefix: z.string(),
  head: z.number(),
  commit_position: z.number(),
  prepare_position: z.number(),
  halted: z.string().nullable(),
});

const rowSchema = z.object({
  position: z.number(),
  stream_id: z.string(),
  revision: z.number(),
  id: z.string(),
  type: z.string(),
  schema_version: z.number(),
  recorded_at: z.string(),
  commit_position: z.number(),
  prepare_position: z.number(),
  bytes: z.number(),
  flaw: z.enum(['foreign', 'repeated_id']).nullable(),
});

const numberedRow = (row: DatabaseRow): NumberedRow => {
  const parsed = rowSchema.parse(row);
  return {
    position: parsed.position,
    streamId: parsed.stream_id,
    revision: parsed.revision,
    id: parsed.id,
    type: parsed.type,
    schemaVersion: parsed.schema_version,
    recordedAt: parsed.recorded_at,
    commit: parsed.commit_position,
    prepare: parsed.prepare_position,
    bytes: parsed.bytes,
    flaw: parsed.flaw,
  };
};

const columns = `n.position, n.stream_id, n.revision, n.id, n.type, n.schema_version, n.recorded_at, n.commit_position,
  n.prepare_position, n.bytes, n.flaw`;

const stateSql = `select prefix, head, commit_position, prepare_position, halted from event_log.numbering_state`;

// One statement for the log and its head, so one snapshot.
const pageSql = `
  with head as (select coalesce(max(position), 0) as head from event_log.numbering),
       span as (select head, least(head, $1::bigint + $3::bigint) as up_to from head)
  select s.head, s.up_to, ${columns} from span s
  left join lateral (select * from event_log.numbered_page($1, s.up_to, $2, $4, $5)) n on true`;

const streamSql = `select ${columns} from event_log.numbering n
  where n.stream_id = $1 and n.revision >= $2 and n.position <= $3 order by n.revision limit $4`;

const rangesSql = `select distinct on (n.position) ${columns} from event_log.numbering n
  join unnest($1::text[], $2::integer[], $3::integer[]) as w (stream_id, from_revision, to_revision)
    on n.stream_id = w.stream_id and n.revision between w.from_revision and w.to_revision
  where n.position > $4 and n.position <= $5 order by n.position limit $6`;

// The last event, and earlier ones at doubling distances: 1, 3, 7, 15 … before it.
const sampleSql = `
  with last as (select max(position) as head from event_log.numbering)
  select ${columns} from event_log.numbering n, last
   where n.position in (select last.head + 1 - (1::bigint << step) from generate_series(0, $1::integer - 1) as step)
   order by n.position desc`;

const byIdsSql = `select ${columns} from event_log.numbering n
  where n.id = any($1::uuid[]) and n.flaw is null order by n.position`;

const placesSql = `select n.stream_id, n.revision, n.position, n.recorded_at from event_log.numbering n
  join unnest($1::text[], $2::integer[]) as w (stream_id, revision)
    on n.stream_id = w.stream_id and n.revision = w.revision`;

const insertSql = `
  insert into event_log.numbering (position, stream_id, revision, id, type, schema_version, recorded_at,
                                   commit_position, prepare_position, bytes, flaw)
  select * from unnest($1::bigint[], $2::text[], $3::integer[], $4::uuid[], $5::text[], $6::integer[],
                       $7::timestamptz[], $8::bigint[], $9::bigint[], $10::integer[], $11::text[])`;

const advanceSql = `
  update event_log.numbering_state set head = $1, commit_position = $2, prepare_position = $3, halted = $4`;

const rewindSql = `
  update event_log.numbering_state s set
    commit_position = coalesce((select n.commit_position from event_log.numbering n where n.position = s.head), 0),
    prepare_position = coalesce((select n.prepare_position from event_log.numbering n where n.position = s.head), 0)`;

const findSql = `
  insert into event_log.numbering_findings (stream_id, kind, commit_position, message) values ($1, $2, $3, $4)
  on conflict (stream_id, kind) do update
    set commit_position = excluded.commit_position, message = excluded.message, found_at = now()`;

const settleSql = 'delete from event_log.numbering_findings where stream_id = $1 and kind = $2';

const otherLog = (known: string): Failure =>
  new Failure(
    failure(
      'internal_error',
      `This database numbers the streams that begin with "${known}" in KurrentDB. EVENTSTORE_PREFIX must not change.`,
      { component: 'event-store' },
    ),
  );

const stateOf = (row: DatabaseRow | undefined, prefix: string): NumberingState => {
  if (!row) return { head: 0, scanned: 'start', halted: undefined };
  const state = stateSchema.parse(row);
  if (state.prefix !== prefix) throw otherLog(state.prefix);
  return {
    head: state.head,
    scanned:
      state.commit_position === 0 && state.prepare_position === 0
        ? 'start'
        : { commit: state.commit_position, prepare: state.prepare_position },
    halted: state.halted ?? undefined,
  };
};

const isSamePlace = (one: LogPlace | 'start', other: LogPlace | 'start'): boolean =>
  one === 'start' || other === 'start'
    ? one === other
    : one.commit === other.commit && one.prepare === other.prepare;

export type NumberedPlace = Pick<NumberedRow, 'position' | 'recordedAt'>;

export type NumberingTable = {
  readonly readState: () => Promise<NumberingState>;
  /**
   * Numbers a batch under a lease: all or nothing, and only on top of `from`. Rejects with `leaseLost`, and returns
   * `undefined` if another node has numbered since.
   */
  readonly number: (
    lease: Fence,
    from: LogPlace | 'start',
    entries: readonly LogEntry[],
    to: LogPlace,
  ) => Promise<NumberingState | undefined>;
  readonly readPage: (
    after: number,
    limit: number,
    window: number,
    filter?: EventFilter,
  ) => Promise<{ readonly rows: readonly NumberedRow[]; readonly head: number; readonly upTo: number }>;
  readonly readStream: (
    streamId: string,
    fromRevision: number,
    toPosition: number,
    limit: number,
  ) => Promise<readonly NumberedRow[]>;
  /** The numbers of several ranges after a position, each once and in the order of the log. */
  readonly readRanges: (
    ranges: readonly StreamRange[],
    span: { readonly after: number; readonly toPosition: number },
    limit: number,
  ) => Promise<readonly NumberedRow[]>;
  readonly readByIds: (ids: readonly string[]) => Promise<readonly NumberedRow[]>;
  /** The positions of numbered events, by `streamId@revision`. */
  readonly positionsOf: (
    places: readonly { readonly streamId: string; readonly revision: number }[],
    session?: SqlSession,
  ) => Promise<ReadonlyMap<string, NumberedPlace>>;
  readonly readFindings: (
    limit: number,
  ) => Promise<readonly (Pick<Finding, 'streamId' | 'kind'> & { readonly message: string })[]>;
  readonly countFlawed: () => Promise<number>;
  /** Up to `most` numbered events, from the last one back at doubling distances. */
  readonly readSample: (most: number) => Promise<readonly NumberedRow[]>;
  /**
   * Records under a lease why numbering has halted, which no later event revokes; without a reason, that it may
   * continue. Rejects with `leaseLost`.
   */
  readonly halt: (lease: Fence, reason: string | undefined) => Promise<void>;
  /** Moves the scan of `$all` back to the last numbered event, under a lease. Rejects with `leaseLost`. */
  readonly rewind: (lease: Fence) => Promise<void>;
};

const findingSchema = z.object({
  stream_id: z.string(),
  kind: z.enum(['truncation', 'deletion']),
  message: z.string(),
});

const insertRows = async (session: SqlSession, rows: readonly NumberedRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await session.query(insertSql, [
    rows.map(({ position }) => position),
    rows.map(({ streamId }) => streamId),
    rows.map(({ revision }) => revision),
    rows.map(({ id }) => id),
    rows.map(({ type }) => type),
    rows.map(({ schemaVersion }) => schemaVersion),
    rows.map(({ recordedAt }) => recordedAt),
    rows.map(({ commit }) => commit),
    rows.map(({ prepare }) => prepare),
    rows.map(({ bytes }) => bytes),
    rows.map(({ flaw }) => flaw),
  ]);
};

const knownSql = `
  select i.stream_id, (select max(n.revision) from event_log.numbering n where n.stream_id = i.stream_id) as revision
    from unnest($1::text[]) as i (stream_id)`;
const knownIdsSql = 'select n.id from event_log.numbering n where n.id = any($1::uuid[]) and n.flaw is null';
const lockSql = `
  select s.prefix, s.head, s.commit_position, s.prepare_position, s.halted,
         cardinality(event_log.lost_leases(array[$1::text], array[$2::bigint])) as lost,
         (select n.recorded_at from event_log.numbering n where n.position = s.head) as recorded_at
    from event_log.numbering_state s for update of s`;
const beginSql = `insert into event_log.numbering_state (prefix) values ($1) on conflict do nothing`;

/** The numbering as tables of the database; `prefix` begins the names of our streams. */
export const createNumberingTable = (database: Database, prefix: string): NumberingTable => {
  const readState = async (): Promise<NumberingState> => stateOf((await database.query(stateSql))[0], prefix);

  const changeState = (lease: Fence, statement: string, values: readonly SqlValue[]): Promise<void> =>
    database.transaction(async (session) => {
      const [row] = await session.query(lockSql, [lease.name, lease.fence]);
      if (row !== undefined && row.lost !== 0) throw leaseLost(lease);
      await session.query(statement, values);
    });

  return {
    readState,
    number: (lease, from, entries, to) =>
      database.transaction(async (session) => {
        if (from === 'start') await session.query(beginSql, [prefix]);
        const [row] = await session.query(lockSql, [lease.name, lease.fence]);
        if (row?.lost !== 0) throw leaseLost(lease);
        const state = stateOf(row, prefix);
        if (!isSamePlace(state.scanned, from)) return undefined;
        if (state.halted !== undefined) return state;
        const streamIds = [...new Set(entries.flatMap(({ stream }) => streamIdIn(prefix, stream) ?? []))];
        const ids = entries.map(({ id }) => id).filter((id) => z.guid().safeParse(id).success);
        const revisions = new Map<string, number>();
        if (streamIds.length > 0)
          for (const { stream_id, revision } of await session.query(knownSql, [streamIds]))
            if (typeof stream_id === 'string' && typeof revision === 'number')
              revisions.set(stream_id, revision);
        const known = ids.length === 0 ? [] : await session.query(knownIdsSql, [ids]);
        const { rows, findings, halt } = numberEvents(
          prefix,
          {
            head: state.head,
            recordedAt: typeof row.recorded_at === 'string' ? row.recorded_at : undefined,
            revisions,
            ids: new Set(known.map(({ id }) => String(id))),
          },
          entries,
        );
        await insertRows(session, rows);
        for (const { streamId, kind, commit, message } of findings)
          if (message === undefined) await session.query(settleSql, [streamId, kind]);
          else await session.query(findSql, [streamId, kind, commit, message]);
        const last = rows.at(-1);
        const head = last?.position ?? state.head;
        const scanned: LogPlace =
          halt === undefined ? to : (last ?? (from === 'start' ? { commit: 0, prepare: 0 } : from));
        await session.query(advanceSql, [head, scanned.commit, scanned.prepare, halt ?? null]);
        if (last) await session.query(`select pg_notify('anamnesis_log', $1)`, [String(head)]);
        return { head, scanned: { commit: scanned.commit, prepare: scanned.prepare }, halted: halt };
      }),
    readPage: async (after, limit, window, filter) => {
      const rows = await database.query(pageSql, [
        after,
        limit,
        window,
        filter?.types ?? null,
        filter?.categories ?? null,
      ]);
      return {
        rows: rows
          .filter(({ position }) => position !== null)
          .map(numberedRow)
          .toSorted((one, other) => one.position - other.position),
        head: Number(rows[0]?.head ?? 0),
        upTo: Number(rows[0]?.up_to ?? 0),
      };
    },
    readStream: async (streamId, fromRevision, toPosition, limit) =>
      (await database.query(streamSql, [streamId, fromRevision, toPosition, limit])).map(numberedRow),
    readRanges: async (ranges, { after, toPosition }, limit) =>
      (await database.query(rangesSql, [...rangeParameters(ranges), after, toPosition, limit])).map(
        numberedRow,
      ),
    readByIds: async (ids) => (await database.query(byIdsSql, [ids])).map(numberedRow),
    positionsOf: async (places, session = database) =>
      new Map(
        (
          await session.query(placesSql, [
            places.map(({ streamId }) => streamId),
            places.map(({ revision }) => revision),
          ])
        ).map((row) => [
          `${String(row.stream_id)}@${Number(row.revision)}`,
          { position: Number(row.position), recordedAt: String(row.recorded_at) },
        ]),
      ),
    readFindings: async (limit) =>
      (
        await database.query(
          'select stream_id, kind, message from event_log.numbering_findings order by found_at, stream_id limit $1',
          [limit],
        )
      ).map((row) => {
        const { stream_id: streamId, kind, message } = findingSchema.parse(row);
        return { streamId, kind, message };
      }),
    readSample: async (most) => (await database.query(sampleSql, [most])).map(numberedRow),
    halt: (lease, reason) =>
      changeState(lease, 'update event_log.numbering_state set halted = $1', [reason ?? null]),
    rewind: (lease) => changeState(lease, rewindSql, []),
    countFlawed: async () =>
      Number(
        (
          await database.query(
            'select count(*)::integer as count from event_log.numbering where flaw is not null',
          )
        )[0]?.count ?? 0,
      ),
  };
};
