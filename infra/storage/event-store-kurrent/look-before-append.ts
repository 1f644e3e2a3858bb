import type { DatabaseRow, SqlSession } from '../../../ports/database.ts';
import { sharedFactSql } from '../database/shared-facts.ts';
import type { AppendOutcome, AppendRequest } from '../event-store/append-request.ts';
import { integer } from '../event-store/columns.ts';
import { eventStoreUnavailable } from './kurrent-failure.ts';
import type { LogLine } from './log-line.ts';

/** The state of the numbering that matters for an append. */
export type NumberingSnapshot = {
  readonly lost: boolean;
  readonly erased: boolean;
  readonly events: number;
  readonly storedEvents: number;
  readonly storedPosition: number | null;
  readonly storedStream: unknown;
  readonly storedRevision: number | null;
  readonly actual: number;
};

const lookSql = `select l.*, (select s.halted from event_log.numbering_state s) as halted,
         ${sharedFactSql('accepted-log-loss')} as given_up
  from event_log.look_before_append($1, $2, $3, $4, $5, $6, $7) l`;

const lookOf = (row: DatabaseRow): NumberingSnapshot => ({
  lost: row.lost === true,
  erased: row.erased === true,
  events: integer(row.events),
  storedEvents: integer(row.stored_events),
  storedPosition: row.last_stored_position === null ? null : integer(row.last_stored_position),
  storedStream: row.last_stored_stream,
  storedRevision: row.last_stored_revision === null ? null : integer(row.last_stored_revision),
  actual: integer(row.actual),
});

/**
 * Looks up a whole batch in one query; returns results in the order of its requests.
 *
 * @throws Failure `unavailable` while nothing can be numbered, or if events were given up since this process began to
 *   read: then nothing may be sent
 */
export const readNumberingSnapshot = async (
  session: SqlSession,
  requests: readonly AppendRequest[],
  line: LogLine,
): Promise<readonly NumberingSnapshot[]> => {
  const events = requests.flatMap(({ events }, index) => events.map(({ id }) => ({ append: index + 1, id })));
  const keys = requests.flatMap(({ events }, index) =>
    [...new Set(events.flatMap(({ keyId }) => keyId ?? []))].map((id) => ({ append: index + 1, id })),
  );
  const fenced = requests.some(({ fence }) => fence !== undefined);
  const rows = await session.query(lookSql, [
    requests.map(({ streamId }) => streamId),
    events.map(({ append }) => append),
    events.map(({ id }) => id),
    fenced ? requests.map(({ fence }) => fence?.name ?? null) : [],
    fenced ? requests.map(({ fence }) => fence?.fence ?? null) : [],
    keys.map(({ append }) => append),
    keys.map(({ id }) => id),
  ]);
  const halted = rows[0]?.halted;
  const givenUp = rows[0]?.given_up;
  line.check(typeof givenUp === 'string' ? givenUp : undefined);
  if (typeof halted === 'string') throw eventStoreUnavailable(halted);
  return rows.map(lookOf);
};

/** The outcome if the numbering alone decides it, or else whether to send the append or to ask KurrentDB first. */
export const decide = (
  request: AppendRequest,
  look: NumberingSnapshot,
): AppendOutcome | 'send' | 'doubtful' => {
  if (look.lost && request.fence) return { outcome: 'lease_lost', fence: request.fence };
  if (look.erased) return { outcome: 'erased' };
  if (
    look.storedEvents === look.events &&
    look.storedStream === request.streamId &&
    look.storedRevision !== null &&
    look.storedPosition !== null
  )
    return { outcome: 'repeated', revision: look.storedRevision, position: look.storedPosition };
  const { expected } = request;
  if (look.storedEvents > 0) return 'doubtful';
  const wanted = expected === 'any' ? look.actual : expected === 'no-stream' ? -1 : expected;
  // The numbering is conclusive: if these events had been stored after that revision, they would be numbered too.
  if (wanted < look.actual) return { outcome: 'conflict', actual: look.actual };
  return wanted === look.actual ? 'send' : 'doubtful';
};
