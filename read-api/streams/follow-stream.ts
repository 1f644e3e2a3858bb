import type { Position, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { formatEvent, formatHeartbeat, formatOpening, type ServerSentEvent } from './server-sent-events.ts';
import { withHeartbeats } from './with-heartbeats.ts';

/** The frames for one event; after the last step the stream ends. */
export type Step = ServerSentEvent & { readonly id: Position; readonly last: boolean };

type FollowedStream = {
  readonly streamId: StreamId;
  /** The reader has already seen steps up to this position. */
  readonly after: Position;
  /** The stream's events so far. */
  readonly history: readonly RecordedEvent[];
  /** Types of the events to follow. */
  readonly types: readonly string[];
  /** Called for each event in order, including those that the reader has seen. */
  readonly stepOf: (event: RecordedEvent) => Step | undefined;
  /** Called before a step is sent. */
  readonly beforeDelivery?: (step: Step) => Promise<void>;
};

type Needs = Pick<HttpApiServices, 'eventStore' | 'limits'>;

async function* steps(
  { streamId, history, types, stepOf }: FollowedStream,
  signal: AbortSignal,
  { eventStore, limits }: Needs,
): AsyncGenerator<Step | 'silence'> {
  // A last step in the middle of the history was not the end: a failed job may have been retried.
  const known = history.map(stepOf).filter((step) => step !== undefined);
  for (const [index, step] of known.entries()) {
    const isEnd = step.last && index === known.length - 1;
    yield isEnd || !step.last ? step : { ...step, event: 'progress', last: false };
    if (isEnd) return;
  }
  const last = history.at(-1)?.revision ?? -1;
  const events = eventStore.subscribeStream(streamId, last, signal, { types });
  for await (const event of withHeartbeats(events, limits.heartbeatInterval)) {
    if (signal.aborted) return;
    if (event === 'silence') {
      yield event;
      continue;
    }
    const step = stepOf(event);
    if (step) yield step;
    if (step?.last) return;
  }
}

/** Follows one stream of the log to its last step, as the text of Server-Sent Events. */
export async function* followStream(
  followed: FollowedStream,
  signal: AbortSignal,
  services: Needs,
): AsyncGenerator<string> {
  let seen = followed.after;
  yield formatOpening(seen);
  for await (const step of steps(followed, signal, services)) {
    if (step === 'silence') {
      yield formatHeartbeat(seen);
      continue;
    }
    // The end is sent again to a reader who resumes after it: closing without it would make it reconnect endlessly.
    if (step.id <= followed.after && !step.last) continue;
    seen = Math.max(seen, step.id);
    await followed.beforeDelivery?.(step);
    yield formatEvent(step);
  }
}
