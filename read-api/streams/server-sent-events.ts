/** Where a reader resumes: a log position, or `<position>.<characters>` within what follows an event of the log. */
export type EventId = number | `${number}.${number}`;

/** One event of a stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html defines it. */
export type ServerSentEvent = {
  /** Absent where a reader who leaves after it gets it again. */
  readonly id?: EventId;
  readonly event: string;
  readonly data: unknown;
};

/** How long a reader waits before it connects again, in milliseconds. */
const RETRY_MS = 2000;

/** Writes an event. JSON holds no line breaks, so its data is one line. */
export const formatEvent = ({ id, event, data }: ServerSentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Writes a sign of life. Without data no event is fired, but the reader remembers the id: it resumes from there even
 * if nothing that it asked for has happened since.
 */
export const formatHeartbeat = (id: EventId): string => `: heartbeat\nid: ${id}\n\n`;

/** Writes the opening: it makes headers flow at once and gives the position for resuming. */
export const formatOpening = (id: EventId): string => `retry: ${RETRY_MS}\nid: ${id}\n\n`;

export const SSE_CONTENT_TYPE = 'text/event-stream; charset=utf-8';
