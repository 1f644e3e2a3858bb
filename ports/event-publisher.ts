import type { Position } from '../domain/kernel/event.ts';
import type { CloudEvent } from '../domain/publication/cloud-event.ts';

/** The publishing session of one owner of the relay, until another owner opens the next. */
export type Publication = {
  /** The last position that the target has completely, as far as it reports; more reliable than any checkpoint. */
  readonly publishedTo: Position | undefined;
  /**
   * The event published last, as far as the target reports: a log restored since has a different one at that
   * position.
   */
  readonly lastId: string | undefined;
  /**
   * Publishes events in log order, all or none, together with the position up to which everything is published.
   * Rejects when the outcome is unknown, and when a later publication was opened.
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
