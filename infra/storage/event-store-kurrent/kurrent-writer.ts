import type { Database, SqlSession } from '../../../ports/database.ts';
import type { AppendOutcome, AppendRequest, WriteBatch } from '../event-store/append-request.ts';
import { eventStoreUnavailable } from './kurrent-failure.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import type { LogLine } from './log-line.ts';
import type { NumberedPlace, NumberingTable } from './numbering-table.ts';
import { createAppendSender } from './send-appends.ts';

/** Reports that there may be new numbers. */
export type NumberingNotifier = {
  /** Resolves when something was numbered, or after a short time, because a hint may be lost. */
  readonly next: () => Promise<void>;
};

/** The time for sending and numbering an append, out of the ten seconds that a caller waits for two attempts. */
const ATTEMPT_MS = 4_500;

/**
 * Writes batches to KurrentDB.
 *
 * Each append is sent with the exact revision of the numbering, even if the caller accepts any: so it is stored only if
 * the numbering has seen the whole stream, and was compared with all existing ids. KurrentDB's own memory of ids is
 * limited and does not always survive a restart; nothing relies on it. If the stream is further, the append waits for
 * the numbering and checks everything again.
 *
 * On a server, a transaction of the database locks the leases until the events are numbered: a new owner gets a lease
 * only after that. On the embedded database, a transaction would block everything else and no other process can take a
 * lease; there the leases are checked first.
 */
export const createKurrentWriter = ({
  database,
  streams,
  table,
  news,
  refuseAtStandstill,
  prefix,
  line,
  attemptMilliseconds = ATTEMPT_MS,
}: {
  readonly database: Database;
  readonly streams: KurrentStreams;
  readonly table: NumberingTable;
  readonly news: NumberingNotifier;
  /** Throws while, as far as this process knows, nothing can be numbered: then nothing is sent. */
  readonly refuseAtStandstill: () => void;
  readonly prefix: string;
  readonly line: LogLine;
  readonly attemptMilliseconds?: number;
}): WriteBatch => {
  const session = database.reserved('appends');
  const sendAppends = createAppendSender(streams, prefix, line);

  const waitUntilNumbered = async (
    on: SqlSession,
    places: readonly { readonly streamId: string; readonly revision: number }[],
    until: number,
  ): Promise<ReadonlyMap<string, NumberedPlace>> => {
    const wanted = new Set(places.map(({ streamId, revision }) => `${streamId}@${revision}`));
    for (;;) {
      const newsToCome = news.next();
      const numbered = await table.positionsOf(places, on);
      if (numbered.size === wanted.size) return numbered;
      if (performance.now() > until)
        throw eventStoreUnavailable(
          'KurrentDB has stored the events, but they were not numbered in time. Repeating the request is safe.',
        );
      await newsToCome;
    }
  };

  const write = async (
    on: SqlSession,
    requests: readonly AppendRequest[],
  ): Promise<readonly AppendOutcome[]> => {
    const until = performance.now() + attemptMilliseconds;
    refuseAtStandstill();
    const outcomes = new Map<AppendRequest, AppendOutcome>();
    let left = requests;
    while (left.length > 0) {
      if (performance.now() > until)
        throw eventStoreUnavailable('Other writers keep appending to the same streams; try again.');
      const steps = await sendAppends(on, left);
      const places = left.flatMap((request, index) => {
        const step = steps[index];
        return step && step.kind !== 'answer'
          ? [{ streamId: request.streamId, revision: step.revision }]
          : [];
      });
      const numbered =
        places.length === 0 ? new Map<string, NumberedPlace>() : await waitUntilNumbered(on, places, until);
      for (const [index, request] of left.entries()) {
        const step = steps[index];
        if (step?.kind === 'answer') outcomes.set(request, step.outcome);
        const place =
          step?.kind === 'stored' ? numbered.get(`${request.streamId}@${step.revision}`) : undefined;
        if (step?.kind === 'stored' && place)
          outcomes.set(request, { outcome: 'appended', revision: step.revision, ...place });
      }
      left = left.filter((request) => !outcomes.has(request));
    }
    return requests.flatMap((request) => outcomes.get(request) ?? []);
  };

  return (requests) =>
    database.kind === 'server' ? session.transaction((on) => write(on, requests)) : write(session, requests);
};
