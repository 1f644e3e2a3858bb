/**
 * The place where a reader resumes: a log position, or `<position>.<characters>` within the draft that follows an
 * event.
 */
export type EventId = number | `${number}.${number}`;

/** One event of a stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html defines it. */
export type ServerSentEvent = {
  /** Absent when a reader who disconnects after it should get it again. */
  readonly id?: EventId;
  readonly event: string;
  readonly data: unknown;
};

/** How long a reader waits before it reconnects, in milliseconds. */
const RETRY_MS = 2000;

/** Formats an event. JSON contains no line breaks, so its data is one line. */
export const formatEvent = ({ id, event, data }: ServerSentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Formats a heartbeat. Without data no event is fired, but the reader remembers the id and resumes from there even if
 * no requested event has happened since.
 */
export const formatHeartbeat = (id: EventId): string => `: heartbeat\nid: ${id}\n\n`;

/** Formats the opening, which flushes the headers and sets the position for resuming. */
export const formatOpening = (id: EventId): string => `retry: ${RETRY_MS}\nid: ${id}\n\n`;

export const SSE_CONTENT_TYPE = 'text/event-stream; charset=utf-8';
