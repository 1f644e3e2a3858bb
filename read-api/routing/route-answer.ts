import type { WebSocket } from 'ws';
import type { Revision } from '../../domain/kernel/event.ts';

/** Facts beside the data. */
export type AnswerMetadata = {
  /** The log position that the data reflects at least. */
  readonly position?: number;
  /** The generation of the read model. */
  readonly generation?: number;
  /** Where the next page of a list starts; absent on the last. */
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
   * The data also follows from other streams than the one whose revision is given: then the same revision does not
   * mean that nothing changed, and `If-None-Match` is not answered with 304.
   */
  readonly revisionIsPartial?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Envelope of an earlier answer, when that one is repeated. */
  readonly original?: { readonly traceId: string; readonly timestamp: string };
  /** Done before the data leaves; not for a response that only says that nothing changed. */
  readonly beforeDelivery?: () => Promise<unknown>;
};

/** A document that is not in the envelope, such as the OpenAPI description, or what another protocol answers. */
type TextAnswer = {
  readonly kind: 'text';
  readonly contentType: string;
  readonly content: string;
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Content that is made while it is sent, no faster than the reader takes it. */
export type StreamAnswer = {
  readonly kind: 'stream';
  readonly contentType: string;
  /** 206 for a part of it. */
  readonly status?: 200 | 206;
  /** The `ETag`, in quotes: `If-None-Match` with it is answered with 304. */
  readonly entityTag?: string;
  /** Done before anything leaves; not for a HEAD request, or a response that only says that nothing changed. */
  readonly beforeDelivery?: () => Promise<unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it stays open until the client or the server closes it, so that its duration says nothing. */
  readonly live: boolean;
  /**
   * Ends soon after the signal aborts: the reader has left, is too slow, or the process stops. A `Readable` is sent as
   * it is, for content that is pushed to many.
   */
  readonly content: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Called once, whatever way the stream ends. */
  readonly onClose?: () => void;
};

/** Goes on as a WebSocket. */
type SocketAnswer = {
  readonly kind: 'socket';
  readonly accept: (socket: WebSocket) => void;
  /** Called instead where it does not come to that, as when the caller has left meanwhile. */
  readonly abandon: () => void;
};

export type RouteAnswer<Data> = DataAnswer<Data> | TextAnswer | StreamAnswer | SocketAnswer;

/** Shorthand for the usual answer. */
export const answerData = <Data>(
  data: Data,
  extra: Omit<DataAnswer<Data>, 'kind' | 'data'> = {},
): DataAnswer<Data> => ({ kind: 'data', data, ...extra });
