import type { Position } from '../domain/kernel/event.ts';
import type { CloudEvent } from '../domain/publication/cloud-event.ts';

/** The publishing session of one owner of the relay, until another owner opens the next. */
export type Publication = {
  /** The last position that the target reports as complete; more reliable than any checkpoint. */
  readonly publishedTo: Position | undefined;
  /** The last published event, if the target reports it: a log restored since has a different one at that position. */
  readonly lastId: string | undefined;
  /**
   * Publishes events in log order, all or none, together with the position up to which everything is published.
   * Rejects when the outcome is unknown, and when a later publication was opened.
   */
  readonly publish: (events: readonly PublishedEvent[], upTo: Position) => Promise<void>;
  /** Resolves soon, whether or not the other side responds. */
  readonly close: () => Promise<void>;
};

/** An event in its serialised form. */
export type PublishedEvent = {
  /** The category of its stream, which determines the topic. */
  readonly category: string;
  readonly event: CloudEvent;
  readonly position: Position;
  readonly json: string;
};

/** Publishes events to other systems. */
export type EventPublisher = {
  /** Maximum bytes of one event, and of one `publish` call. */
  readonly maxBytes: number;
  /** Opens a publication and fences all earlier ones, however late their owners resume. */
  readonly open: (signal: AbortSignal) => Promise<Publication>;
};
