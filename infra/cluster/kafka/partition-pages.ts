import type { Position } from '../../../domain/kernel/event.ts';
import type { LogPage } from '../../../ports/event-store.ts';
import type { DividedLog } from './divided-log.ts';
import type { PartitionInbox } from './partition-inbox.ts';

type PagesOf = {
  readonly partition: number;
  readonly from: Position;
  /** The `eventTypesHash` of this process. */
  readonly types: number;
  readonly inbox: PartitionInbox;
  readonly log: DividedLog;
  /** The end of the log, at most a moment old, and read again if it was before a position. */
  readonly head: (beyond?: Position) => Promise<Position>;
  /** The time at which the event at a position was recorded; undefined if there is none. */
  readonly recordedAt: (position: Position) => Promise<string | undefined>;
  /** Milliseconds without any record, even an empty one, after which the dispatcher counts as dead. */
  readonly silence?: number;
};

const SILENCE_MS = 5000;

/**
 * Yields the events of a partition, located by records. Ranges that no record vouches for (one was lost, or came from a
 * version that selects other types) are read from the log itself, and so is everything when no record arrives. Nothing
 * is skipped that is not in the log yet, or where the log has a different event than the record names: records written
 * before the log was restored to an earlier state do not describe it. Ends when the inbox closes.
 */
export async function* partitionPages({
  partition,
  from,
  types,
  inbox,
  log,
  head,
  recordedAt,
  silence = SILENCE_MS,
}: PagesOf): AsyncGenerator<LogPage> {
  let at = from;
  const upTo = async function* (end: Position): AsyncGenerator<LogPage> {
    for await (const page of log.pages(partition, at, end)) {
      yield page;
      at = page.scannedTo;
      if (inbox.isClosed()) return;
    }
  };
  while (!inbox.isClosed()) {
    const record = await inbox.next(silence);
    if (inbox.isClosed()) return;
    if (record === undefined) {
      const end = await head();
      if (end > at) yield* upTo(end);
      continue;
    }
    if (record.end <= at) continue;
    const vouches = record.types === types && record.from <= at && record.start > at;
    if (
      vouches &&
      record.end <= (await head(record.end)) &&
      (await recordedAt(record.start)) === record.recordedAt
    )
      at = record.start;
    if (at === record.end) yield { events: [], unreadable: [], scannedTo: at, head: at };
    else yield* upTo(record.end);
    if (at < record.end) inbox.forget(record);
  }
}
