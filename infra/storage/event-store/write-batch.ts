import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { DatabaseRow, SqlSession } from '../../../ports/database.ts';
import type { ExpectedRevision } from '../../../ports/event-store.ts';
import type { SerializedEvent } from '../event-serialization/serialized-event.ts';
import type { AppendOutcome, AppendRequest, WriteBatch } from './append-request.ts';
import { integer, text } from './columns.ts';

const NO_STREAM = -1;
const ANY = -2;

const expectationOf = (expected: ExpectedRevision): number =>
  expected === 'no-stream' ? NO_STREAM : expected === 'any' ? ANY : expected;

const appendOneSql = `select outcome, last_revision, last_position,
    case outcome when 'appended' then event_log.recorded_at(last_position) end as recorded_at
  from event_log.append_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

// A batch has one timestamp, which is looked up once: a look-up for each append cost a third of the throughput of 64
// callers.
const appendSql = `select outcome, last_revision, last_position,
    case when outcome = 'appended'
          and last_position = max(last_position) filter (where outcome = 'appended') over ()
         then event_log.recorded_at(last_position) end as recorded_at
  from event_log.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

const outcomeOf = (
  row: DatabaseRow | undefined,
  request: AppendRequest,
  recordedAt: string | undefined,
): AppendOutcome => {
  if (!row) throw new Failure(failure('internal_error', 'The log returned no outcome for an append.'));
  const outcome = text(row.outcome);
  if (outcome === 'appended' || outcome === 'repeated') {
    const place = { revision: integer(row.last_revision), position: integer(row.last_position) };
    return outcome === 'repeated'
      ? { outcome, ...place }
      : { outcome, ...place, recordedAt: text(recordedAt) };
  }
  if (outcome === 'conflict') return { outcome, actual: integer(row.last_revision) };
  if (outcome === 'erased') return { outcome };
  if (outcome === 'lease_lost' && request.fence) return { outcome, fence: request.fence };
  throw new TypeError('The event log returned an unknown outcome.');
};

/** The timestamp of a batch, if it added anything. */
const instantOf = (rows: readonly DatabaseRow[]): string | undefined => {
  const recorded = rows.find((row) => row.recorded_at !== null)?.recorded_at;
  return recorded === undefined ? undefined : text(recorded);
};

const writeOne = async (
  session: SqlSession,
  request: AppendRequest,
  event: SerializedEvent,
): Promise<AppendOutcome> => {
  const [row] = await session.query(appendOneSql, [
    request.streamId,
    expectationOf(request.expected),
    event.id,
    event.type,
    event.schemaVersion,
    event.data,
    event.metadata,
    request.fence?.name ?? null,
    request.fence?.fence ?? null,
    event.keyId ?? null,
  ]);
  return outcomeOf(row, request, instantOf(row ? [row] : []));
};

/** The distinct keys that seal each append, as two columns. */
const keysOf = (requests: readonly AppendRequest[]) => {
  const appends: number[] = [];
  const ids: string[] = [];
  for (const [index, { events }] of requests.entries()) {
    for (const id of new Set(events.flatMap(({ keyId }) => keyId ?? []))) {
      appends.push(index + 1);
      ids.push(id);
    }
  }
  return { appends, ids };
};

/** Writes batches through the functions of the schema `event_log`: a transaction and one round trip each. */
export const createBatchWriter =
  (session: SqlSession): WriteBatch =>
  async (requests) => {
    const [request, another] = requests;
    const [event, next] = request?.events ?? [];
    if (request && !another && event && !next) return [await writeOne(session, request, event)];
    const events = requests.flatMap((each, index) =>
      each.events.map((one) => ({ event: one, append: index + 1 })),
    );
    const fenced = requests.some(({ fence }) => fence !== undefined);
    const keys = keysOf(requests);
    const rows = await session.query(appendSql, [
      requests.map(({ streamId }) => streamId),
      requests.map(({ expected }) => expectationOf(expected)),
      events.map(({ append }) => append),
      events.map((each) => each.event.id),
      events.map((each) => each.event.type),
      events.map((each) => each.event.schemaVersion),
      events.map((each) => each.event.data),
      events.map((each) => each.event.metadata),
      fenced ? requests.map(({ fence }) => fence?.name ?? null) : [],
      fenced ? requests.map(({ fence }) => fence?.fence ?? null) : [],
      keys.appends,
      keys.ids,
    ]);
    const recordedAt = instantOf(rows);
    return requests.map((each, index) => outcomeOf(rows[index], each, recordedAt));
  };
