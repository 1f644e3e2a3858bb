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
  /** The owner of its stream; absent if it has none. */
  readonly ownership?: Ownership;
};

/** Some events in order, and the position up to which nothing else happened. */
export type NoticeBatch = {
  readonly notices: readonly Notice[];
  /** All notices as one buffer, for listeners that receive everything. */
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

/** Notices as one buffer. */
export const piecesOf = (notices: readonly Notice[]): Buffer =>
  notices.length === 1 && notices[0] ? notices[0].bytes : Buffer.concat(notices.map(({ bytes }) => bytes));

/** Serialises a page of the log. Events that this version cannot read are skipped. */
export const noticesOf = ({ events, scannedTo }: Pick<LogPage, 'events' | 'scannedTo'>): NoticeBatch => {
  const notices = events.map(noticeOf);
  return { notices, whole: piecesOf(notices), upTo: scannedTo };
};

/** The same notices, each with the owner of its stream. */
export const withOwnership = async (batch: NoticeBatch, ownershipOf: OwnershipOf): Promise<NoticeBatch> => {
  const notices: Notice[] = [];
  // Sequentially: most are cached, and a page must not send the log two hundred concurrent reads.
  for (const notice of batch.notices) {
    const ownership = await ownershipOf(notice.event);
    notices.push(ownership === undefined ? notice : { ...notice, ownership });
  }
  return { ...batch, notices };
};
