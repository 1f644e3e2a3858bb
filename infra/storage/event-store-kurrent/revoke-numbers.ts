import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { SqlSession } from '../../../ports/database.ts';
import type { LogLoss } from '../../../ports/log-losses.ts';
import { integer } from '../event-store/columns.ts';

const lockSql = 'select head from event_log.numbering_state for update';
const dropSql = 'delete from event_log.numbering where position > $1';
// `$all` is scanned again from the last remaining number; findings after it are found again.
const goBackSql = `
  with kept as (
    select coalesce(max(n.commit_position), 0) as commit_position, coalesce(max(n.prepare_position), 0) as prepare_position
      from event_log.numbering n where n.position = $1
  ), settled as (
    delete from event_log.numbering_findings f using kept where f.commit_position > kept.commit_position
  )
  update event_log.numbering_state s
     set head = $1, commit_position = kept.commit_position, prepare_position = kept.prepare_position, halted = null
    from kept`;

/**
 * Revokes the numbers of events that KurrentDB has lost, inside a transaction. The events in their place are numbered
 * next.
 *
 * @throws Failure `conflict` if something was numbered or given up meanwhile
 */
export const revokeNumbers = async (session: SqlSession, { keptTo, lostTo }: LogLoss): Promise<void> => {
  const [state] = await session.query(lockSql);
  if (integer(state?.head ?? 0) !== lostTo)
    throw new Failure(
      failure('conflict', 'The numbers have changed meanwhile. Check again which events are lost.', {
        component: 'event-store',
      }),
    );
  await session.query(dropSql, [keptTo]);
  await session.query(goBackSql, [keptTo]);
};
