import type { Database, DatabaseRow, SqlSession } from '../../../ports/database.ts';
import type { AppendOutcome, AppendRequest, WriteBatch } from '../event-store/append-coalescer.ts';
import { integer } from '../event-store/columns.ts';
import { eventStoreUnavailable } from './kurrent-failure.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import type { NumberedPlace, NumberingTable } from './numbering-table.ts';

/** Tells when there may be new numbers. */
export type NumberingNews = {
  /** Resolves when something was numbered, or after a moment: a hint may be lost. */
  readonly next: () => Promise<void>;
};

type Look = {
  readonly lost: boolean;
  readonly erased: boolean;
  readonly events: number;
  readonly storedEvents: number;
  readonly storedPosition: number | null;
  readonly storedStream: unknown;
  readonly storedRevision: number | null;
  readonly actual: number;
};

const lookSql = `select * from event_log.look_before_append($1, $2, $3, $4, $5, $6, $7)`;

/**
 * Appends of any expectation to one stream go together up to so many bytes. The server takes more, and refuses all of
 * it where one would be too large for it.
 */
const TOGETHER_BYTES = 512 * 1024;
/** For an append to be sent and numbered, of the ten seconds that a caller waits for two attempts. */
const ATTEMPT_MS = 4_500;

const lookOf = (row: DatabaseRow): Look => ({
  lost: row.lost === true,
  erased: row.erased === true,
  events: integer(row.events),
  storedEvents: integer(row.stored_events),
  storedPosition: row.last_stored_position === null ? null : integer(row.last_stored_position),
  storedStream: row.last_stored_stream,
  storedRevision: row.last_stored_revision === null ? null : integer(row.last_stored_revision),
  actual: integer(row.actual),
});

const lookBefore = async (
  session: SqlSession,
  requests: readonly AppendRequest[],
): Promise<readonly Look[]> => {
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
  return rows.map(lookOf);
};

/** What became of an append so far: what to answer, where it stands unnumbered, or that the numbering must catch up. */
type Step =
  | { readonly kind: 'answer'; readonly outcome: AppendOutcome }
  | { readonly kind: 'stored'; readonly revision: number }
  | { readonly kind: 'behind'; readonly revision: number };

/** What a look decides by itself; nothing where the append may be sent. */
const decide = (request: AppendRequest, look: Look): AppendOutcome | 'send' | 'doubtful' => {
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
  // What is numbered is certain: had these events been stored after that revision, they would be numbered too.
  if (wanted < look.actual) return { outcome: 'conflict', actual: look.actual };
  return wanted === look.actual ? 'send' : 'doubtful';
};

/**
 * Writes batches to KurrentDB.
 *
 * Each append is sent with the exact revision that the numbering knows, also where the caller accepts any: so it is
 * stored only where nothing stands in the stream that the numbering has not seen, and the ids that it was compared
 * with are all that there are. KurrentDB's own memory of ids, which is bounded and does not outlive a restart for every
 * append, is not relied on. Where the stream is further, the numbering is waited for and everything is looked at again.
 *
 * On a server the leases stay locked, by a transaction of the database, until the events are numbered: a new owner of
 * a lease gets it after them. On the embedded database, where a transaction keeps everybody waiting and no other
 * process can take a lease, the look comes before.
 */
export const createKurrentWriter = ({
  database,
  streams,
  table,
  news,
  prefix,
  attemptMilliseconds = ATTEMPT_MS,
}: {
  readonly database: Database;
  readonly streams: KurrentStreams;
  readonly table: NumberingTable;
  readonly news: NumberingNews;
  readonly prefix: string;
  readonly attemptMilliseconds?: number;
}): WriteBatch => {
  const session = database.reserved('appends');

  const sendStream = async (requests: readonly AppendRequest[], actual: number): Promise<readonly Step[]> => {
    const steps: Step[] = [];
    let last = actual;
    while (steps.length < requests.length) {
      const together: AppendRequest[] = [];
      let bytes = 0;
      for (const request of requests.slice(steps.length)) {
        if (together.length > 0 && bytes + request.bytes > TOGETHER_BYTES) break;
        together.push(request);
        bytes += request.bytes;
      }
      const events = together.flatMap((request) => request.events);
      const sent = await streams.append(`${prefix}${requests[0]?.streamId ?? ''}`, events, last);
      if (sent.outcome === 'conflict') {
        const behind: Step = { kind: 'behind', revision: sent.actual };
        return [...steps, ...requests.slice(steps.length).map(() => behind)];
      }
      for (const request of together) {
        last += request.events.length;
        steps.push({ kind: 'stored', revision: last });
      }
    }
    return steps;
  };

  /** Before a refusal: the stream may be further than the numbering, with these very events. */
  const doubt = async (request: AppendRequest, { actual }: Look): Promise<Step> => {
    const revision = await streams.lastRevision(`${prefix}${request.streamId}`);
    return revision > actual
      ? { kind: 'behind', revision }
      : { kind: 'answer', outcome: { outcome: 'conflict', actual } };
  };

  const takeStep = async (on: SqlSession, requests: readonly AppendRequest[]): Promise<readonly Step[]> => {
    const looks = await lookBefore(on, requests);
    const steps: (Step | undefined)[] = requests.map(() => undefined);
    const sendable = new Map<string, number[]>();
    const doubtful: number[] = [];
    for (const [index, request] of requests.entries()) {
      const look = looks[index];
      if (!look) throw new TypeError('The numbering gave no answer for an append.');
      const decision = decide(request, look);
      if (decision === 'send')
        sendable.set(request.streamId, [...(sendable.get(request.streamId) ?? []), index]);
      else if (decision === 'doubtful') doubtful.push(index);
      else steps[index] = { kind: 'answer', outcome: decision };
    }
    const pick = (indexes: readonly number[]) => indexes.flatMap((index) => requests[index] ?? []);
    const settled = await Promise.allSettled([
      ...[...sendable.values()].map(async (indexes) => {
        const sent = await sendStream(pick(indexes), looks[indexes[0] ?? 0]?.actual ?? -1);
        for (const [order, index] of indexes.entries()) steps[index] = sent[order];
      }),
      ...doubtful.map(async (index) => {
        const [request, look] = [requests[index], looks[index]];
        if (request && look) steps[index] = await doubt(request, look);
      }),
    ]);
    const failed = settled.find((one) => one.status === 'rejected');
    // The batch is tried again as a whole: what was stored of it is then found by its ids.
    if (failed) throw failed.reason;
    return steps.flatMap((step) => step ?? []);
  };

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
    const outcomes = new Map<AppendRequest, AppendOutcome>();
    let left = requests;
    while (left.length > 0) {
      if (performance.now() > until)
        throw eventStoreUnavailable('Others write to the same streams without a pause; try again.');
      const steps = await takeStep(on, left);
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
