import type { WebSocket } from 'ws';
import type { Revision } from '../../domain/kernel/event.ts';

/** Metadata of a response. */
export type AnswerMetadata = {
  /** The data reflects the log at least up to this position. */
  readonly position?: number;
  /** The generation of the read model. */
  readonly generation?: number;
  /** The cursor of the next page; absent on the last. */
  readonly nextCursor?: string;
};

/** Data in the success envelope. */
export type DataAnswer<Data> = {
  readonly kind: 'data';
  readonly data: Data;
  readonly status?: 200 | 202;
  readonly metadata?: AnswerMetadata;
  /** Becomes the `ETag` of a single resource. */
  readonly revision?: Revision;
  /**
   * True when the data also derives from other streams than the one with the given revision: an equal revision then
   * does not mean that nothing changed, and `If-None-Match` does not yield 304.
   */
  readonly revisionIsPartial?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The envelope of the first response, when this is a repeat. */
  readonly original?: { readonly traceId: string; readonly timestamp: string };
  /** Runs before the data is sent, but not before a 304. */
  readonly beforeDelivery?: () => Promise<unknown>;
};

/** A document without the envelope, such as the OpenAPI description or another protocol's response. */
type TextAnswer = {
  readonly kind: 'text';
  readonly contentType: string;
  readonly content: string;
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Content generated while it is sent, no faster than the reader consumes it. */
export type StreamAnswer = {
  readonly kind: 'stream';
  readonly contentType: string;
  /** 206 for a byte range. */
  readonly status?: 200 | 206;
  /** The `ETag`, in quotes: `If-None-Match` with it yields 304. */
  readonly entityTag?: string;
  /** Runs before anything is sent, but not for a HEAD request or a 304. */
  readonly beforeDelivery?: () => Promise<unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it stays open until the client or the server closes it, which makes its duration meaningless. */
  readonly live: boolean;
  /**
   * Ends soon after the signal aborts, because the reader has disconnected or is too slow, or the process stops. A
   * `Readable` is sent unchanged, for content pushed to many readers.
   */
  readonly content: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Called once, however the stream ends. */
  readonly onClose?: () => void;
};

/** Continues as a WebSocket. */
type SocketAnswer = {
  readonly kind: 'socket';
  readonly accept: (socket: WebSocket) => void;
  /** Called instead when no WebSocket is opened, for example because the caller has disconnected. */
  readonly abandon: () => void;
};

export type RouteAnswer<Data> = DataAnswer<Data> | TextAnswer | StreamAnswer | SocketAnswer;

/** Shorthand for the usual response. */
export const answerData = <Data>(
  data: Data,
  extra: Omit<DataAnswer<Data>, 'kind' | 'data'> = {},
): DataAnswer<Data> => ({ kind: 'data', data, ...extra });
