import type { z } from 'zod';
import type { Ownership } from '../../commands/runtime/ownership/read-ownership.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { LogPage } from '../../ports/event-store.ts';
import type { OwnershipOf } from './event-ownership.ts';
import type { eventNotification } from './frames.ts';
import { formatEvent } from './server-sent-events.ts';

/** One event as sent to all listeners, serialised once for all of them. */
export type Notice = {
  readonly event: RecordedEvent;
  readonly bytes: Buffer;
  /** The owner of its subject; absent where it has none. */
  readonly ownership?: Ownership;
};

/** Some events in order, and the position up to which nothing else happened. */
export type NoticeBatch = {
  readonly notices: readonly Notice[];
  /** All notices in one piece, for those who hear everything. */
  readonly whole: Buffer;
  readonly upTo: Position;
};

const notificationOf = ({
  streamId,
  revision,
  position,
  type,
  recordedAt,
}: RecordedEvent): z.input<typeof eventNotification> => ({
  streamId,
  revision,
  position,
  type,
  recordedAt,
});

const noticeOf = (event: RecordedEvent): Notice => ({
  event,
  bytes: Buffer.from(formatEvent({ id: event.position, event: event.type, data: notificationOf(event) })),
});

/** Notices in one piece. */
export const piecesOf = (notices: readonly Notice[]): Buffer =>
  notices.length === 1 && notices[0] ? notices[0].bytes : Buffer.concat(notices.map(({ bytes }) => bytes));

/** Writes down a page of the log. What this version cannot read is passed over. */
export const noticesOf = ({ events, scannedTo }: Pick<LogPage, 'events' | 'scannedTo'>): NoticeBatch => {
  const notices = events.map(noticeOf);
  return { notices, whole: piecesOf(notices), upTo: scannedTo };
};

/** The same notices, each with the owner of its subject. */
export const withOwnership = async (batch: NoticeBatch, ownershipOf: OwnershipOf): Promise<NoticeBatch> => {
  const notices: Notice[] = [];
  // One after the other: most are remembered, and a page must not ask the log two hundred things at once.
  for (const notice of batch.notices) {
    const ownership = await ownershipOf(notice.event);
    notices.push(ownership === undefined ? notice : { ...notice, ownership });
  }
  return { ...batch, notices };
};
