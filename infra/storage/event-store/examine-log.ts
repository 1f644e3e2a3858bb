import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { ExamineLog } from '../../../ports/log-examiner.ts';

/** The log itself, or the numbering of one that is stored elsewhere. */
type LogTable = 'event_log.events' | 'event_log.numbering';

/** Events in one statement: some tens of milliseconds on the embedded database, which computes on the event loop. */
const STRETCH = 5000;

// Each event is compared with its neighbour by position and with its predecessor in the stream: two probes of an
// index, so memory and time do not depend on the position. Unique constraints forbid two at one position.
const stretchSql = (log: LogTable): string => `
  with head as (select coalesce(max(position), 0) as head from ${log}),
  stretch as (
    select e.position, e.stream_id, e.revision, e.recorded_at,
           lag(e.position, 1, $1::bigint) over w as position_before, lag(e.recorded_at) over w as recorded_before
      from ${log} e where e.position > $1 and e.position <= $1 + ${STRETCH}
    window w as (order by e.position)
  )
  select (select head from head) as head,
         least((select head from head), $1::bigint + ${STRETCH}) as scanned_to,
         (select count(*)::integer from stretch) as events,
         (select min(s.position) from stretch s where s.position <> s.position_before + 1) as gap_at,
         (select min(s.position) from stretch s
           where s.recorded_at < coalesce(s.recorded_before,
             (select p.recorded_at from ${log} p where p.position = s.position - 1))) as earlier_at,
         (select min(s.position) from stretch s
           where s.revision > 0 and not exists (
             select 1 from ${log} p
              where p.stream_id = s.stream_id and p.revision = s.revision - 1 and p.position < s.position)
         ) as revision_gap_at`;

const stretchRow = z.object({
  head: z.number(),
  scanned_to: z.number(),
  events: z.int(),
  gap_at: z.number().nullable(),
  earlier_at: z.number().nullable(),
  revision_gap_at: z.number().nullable(),
});

/** Examines the log where it is stored, in limited ranges. */
export const createLogExaminer =
  (session: SqlSession, place: 'database' | 'kurrent' = 'database'): ExamineLog =>
  async (after) => {
    const [row] = await session.query(
      stretchSql(place === 'kurrent' ? 'event_log.numbering' : 'event_log.events'),
      [after],
    );
    const found = stretchRow.parse(row);
    // At the end of a range, there is no next event to compare with.
    const isShort = found.events < found.scanned_to - after;
    const gapAt = found.gap_at ?? (isShort ? after + found.events + 1 : undefined);
    return {
      scannedTo: found.scanned_to,
      head: found.head,
      gapAt,
      revisionGapAt: found.revision_gap_at ?? undefined,
      earlierAt: found.earlier_at ?? undefined,
    };
  };
