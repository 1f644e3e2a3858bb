import type { Position } from '../domain/kernel/event.ts';
import type { CloudEvent } from '../domain/publication/cloud-event.ts';

/** What one owner of the relay publishes through, until another one opens the next. */
export type Publication = {
  /** Up to where the outside has everything, as far as it tells; it knows better than any checkpoint. */
  readonly publishedTo: Position | undefined;
  /** Which event was published last, as far as it tells: another one stands there in a log that was restored since. */
  readonly lastId: string | undefined;
  /**
   * Publishes events in log order, all or none, and with them that everything up to a position is published. Rejects when it
   * is not known whether they are, and when a later publication was opened.
   */
  readonly publish: (events: readonly PublishedEvent[], upTo: Position) => Promise<void>;
  /** Resolves soon, whether the other side answers or not. */
  readonly close: () => Promise<void>;
};

/** One event with its size as it is sent. */
export type PublishedEvent = {
  /** Of its stream; one topic each. */
  readonly category: string;
  readonly event: CloudEvent;
  readonly position: Position;
  readonly json: string;
};

/** Other systems, as far as events can be given to them. */
export type EventPublisher = {
  /** Largest that is taken, in bytes: of one event and of all of one publishing. */
  readonly maxBytes: number;
  /** From here on no earlier publication publishes anything any more, however late its owner wakes. */
  readonly open: (signal: AbortSignal) => Promise<Publication>;
};
