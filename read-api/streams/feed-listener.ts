import { Readable } from 'node:stream';
import type { Position } from '../../domain/kernel/event.ts';
import { type Notice, type NoticeBatch, piecesOf } from './notices.ts';
import { formatHeartbeat } from './server-sent-events.ts';

/** A listener of the live feed. */
export type FeedListener = {
  /** The messages for the listener, until it disconnects. */
  readonly content: Readable;
  /** Passes on new events. */
  readonly offer: (batch: NoticeBatch) => void;
  /** Called twice per heartbeat interval: sends a heartbeat if nothing was sent since the call before the last. */
  readonly beat: () => void;
  /** Ends the content; with an error it is cut short, so that it does not look complete. */
  readonly end: (error?: Error) => void;
};

type ListenerOptions = {
  /** The first messages, before everything else. */
  readonly opening: string;
  /** The listener has received everything up to this position. */
  readonly from: Position;
  readonly passes: (notice: Notice) => boolean;
  /** Starts offering events; returns the position after which it does. */
  readonly join: (listener: FeedListener) => Promise<Position>;
  readonly leave: (listener: FeedListener) => void;
  /** The log after a position, for a listener that is behind. */
  readonly readLog: (after: Position) => Promise<NoticeBatch>;
};

/** Notices buffered for a listener that is not reading; beyond them it reads the log when it resumes. */
const MAX_WAITING = 1000;

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('The log could not be read.');

/**
 * Follows the log for one listener. A listener that keeps up gets new events immediately; one that is behind, because
 * it resumes or reads slowly, is served from the log itself, so that it needs little memory and misses nothing.
 */
export const createFeedListener = (options: ListenerOptions): FeedListener => {
  const { passes } = options;
  let seen = options.from;
  /** Events after this position are offered or buffered; earlier ones are read from the log. */
  let offeredAfter: Position | undefined;
  let waiting: Notice[] = [];
  let waitingTo: Position = 0;
  let isWanted = false;
  let isFilling = false;
  let quietBeats = 0;
  let isOver = false;

  const send = (bytes: Buffer | string): void => {
    if (isOver) return;
    quietBeats = 0;
    isWanted = content.push(bytes);
  };
  const sendNotices = (notices: readonly Notice[], upTo: Position, whole?: Buffer): void => {
    const news = notices.filter((notice) => notice.event.position > seen && passes(notice));
    seen = Math.max(seen, upTo);
    if (news.length > 0) send(whole !== undefined && news.length === notices.length ? whole : piecesOf(news));
  };

  const catchUp = async (): Promise<void> => {
    const batch = await options.readLog(seen);
    // A log that ends before the offered events has nothing more to send.
    sendNotices(batch.notices, batch.upTo > seen ? batch.upTo : (offeredAfter ?? seen), batch.whole);
  };
  const fill = async (): Promise<void> => {
    if (isFilling) return;
    isFilling = true;
    try {
      offeredAfter ??= await options.join(listener);
      while (isWanted && !isOver) {
        if (seen < offeredAfter) await catchUp();
        else if (waitingTo > seen) {
          const notices = waiting;
          waiting = [];
          sendNotices(notices, waitingTo);
        } else break;
      }
    } finally {
      isFilling = false;
    }
  };

  const content = new Readable({
    read: () => {
      isWanted = true;
      fill().catch((error: unknown) => listener.end(asError(error)));
    },
    destroy: (error, done) => {
      isOver = true;
      options.leave(listener);
      waiting = [];
      done(error);
    },
  });
  const listener: FeedListener = {
    content,
    offer: (batch) => {
      if (isOver) return;
      if (isWanted && !isFilling && waitingTo <= seen && seen >= (offeredAfter ?? Number.POSITIVE_INFINITY)) {
        sendNotices(batch.notices, batch.upTo, batch.whole);
        return;
      }
      if (waiting.length + batch.notices.length > MAX_WAITING) {
        waiting = [];
        offeredAfter = batch.upTo;
      } else waiting.push(...batch.notices.filter(passes));
      waitingTo = batch.upTo;
    },
    beat: () => {
      quietBeats += 1;
      if (quietBeats < 2 || !isWanted || isFilling || isOver) return;
      send(formatHeartbeat(seen));
    },
    end: (error) => {
      if (isOver) return;
      isOver = true;
      if (error) content.destroy(error);
      else content.push(null);
    },
  };
  content.push(options.opening);
  return listener;
};
