import type { Position } from '../../../domain/kernel/event.ts';
import type { LogPage } from '../../../ports/event-store.ts';
import type { DividedLog } from './divided-log.ts';
import type { PartitionInbox } from './partition-inbox.ts';

type PagesOf = {
  readonly partition: number;
  readonly from: Position;
  /** `typesMark` of what this process looks for. */
  readonly types: number;
  readonly inbox: PartitionInbox;
  readonly log: DividedLog;
  /** The end of the log: no older than a moment, and read again where it was before a position. */
  readonly head: (beyond?: Position) => Promise<Position>;
  /** When the event at a position was recorded; nothing where there is none. */
  readonly recordedAt: (position: Position) => Promise<string | undefined>;
  /** Milliseconds without a record, not even an empty one: the dispatcher then counts as dead. */
  readonly silence?: number;
};

const SILENCE_MS = 5000;

/**
 * The events of a partition, located by records. What a record does not vouch for (one was lost, or came from a version
 * that looks for other types), and everything when no record comes, is looked for in the log itself. Nothing is passed
 * over that is not in the log yet, or where the log has another event than the record says: records about a log from
 * before its restore to an earlier state are not true of this one. Ends when the inbox closes.
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
