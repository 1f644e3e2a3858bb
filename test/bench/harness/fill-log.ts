import type { Application } from '../../../app/create-application.ts';
import { checkpointIfDue } from '../../../infra/storage/database/embedded-maintenance.ts';
import { metadata } from '../../support/events.ts';

const BATCH = 10_000;
/** One in this many events is folded by the conversations read model, which has to find it among the others. */
const ONE_IN = 10;

/**
 * Fills the log up to the given number of events with SQL, far faster than by appending: mostly records of reads, as in
 * a hospital after years. All followers count as caught up, except one named read model: folding a million events into
 * all of them takes an hour on a small machine, and is not measured.
 */
export const fillLog = async ({ database }: Application, events: number, behind?: string): Promise<void> => {
  const [row] = await database.query('select coalesce(max(position), 0) as head from event_log.events');
  const meta = JSON.stringify(metadata());
  for (let from = Number(row?.head) + 1; from <= events; from += BATCH) {
    await database.query(
      `insert into event_log.events
         (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
       select n, case when n % $3 = 0 then 'conversation-' else 'access-' end || id, 0, id,
              case when n % $3 = 0 then 'ConversationStarted' else 'AnswerRead' end, 1, clock_timestamp(),
              json_build_object(case when n % $3 = 0 then 'conversationId' else 'queryId' end, id), $4::json
         from (select n, gen_random_uuid() as id from generate_series($1::bigint, $2::bigint) n) e`,
      [from, Math.min(events, from + BATCH - 1), ONE_IN, meta],
    );
    await checkpointIfDue(database);
  }
  await database.query(
    'update projections.generations set position = $1 where projection is distinct from $2',
    [events, behind ?? null],
  );
  await database.query('update coordination.checkpoints set position = $1', [events]);
};
