import type { StreamId } from '../../../domain/kernel/event.ts';
import type { AppendLimits } from './append-limits.ts';
import type { AppendOutcome, AppendRequest } from './append-request.ts';

/** An append whose caller is waiting. */
export type WaitingAppend = AppendRequest & {
  readonly since: number;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
};

type QueueLimits = Pick<
  AppendLimits,
  'batchAppends' | 'batchEvents' | 'batchBytes' | 'waiting' | 'waitingBytes'
>;

/** Appends that wait to be written, in order. */
export type AppendQueue = {
  readonly isFullFor: (request: AppendRequest) => boolean;
  readonly add: (waiting: WaitingAppend) => void;
  /**
   * Takes the next appends that can be written together, with the number of their events. Drops those whose callers
   * gave up.
   */
  readonly takeBatch: () => { readonly batch: readonly WaitingAppend[]; readonly events: number };
  readonly appends: () => number;
  readonly bytes: () => number;
};

/** Creates an empty queue; `isAwaited` tells if a caller still waits. */
export const createAppendQueue = (
  limits: QueueLimits,
  isAwaited: (waiting: WaitingAppend) => boolean,
): AppendQueue => {
  let queue: WaitingAppend[] = [];
  let queuedBytes = 0;

  const takeBatch: AppendQueue['takeBatch'] = () => {
    const batch: WaitingAppend[] = [];
    const left: WaitingAppend[] = [];
    const streams = new Map<StreamId, 'any' | 'exact'>();
    const ids = new Set<string>();
    let events = 0;
    let bytes = 0;
    queue = queue.filter((request) => {
      if (isAwaited(request)) return true;
      queuedBytes -= request.bytes;
      return false;
    });
    for (const [index, request] of queue.entries()) {
      const full =
        batch.length >= limits.batchAppends ||
        (batch.length > 0 &&
          (events + request.events.length > limits.batchEvents || bytes + request.bytes > limits.batchBytes));
      if (full) {
        left.push(...queue.slice(index));
        break;
      }
      const kind = request.expected === 'any' ? 'any' : 'exact';
      const present = streams.get(request.streamId);
      const clashes =
        (present !== undefined && (present === 'exact' || kind === 'exact')) ||
        request.events.some((event) => ids.has(event.id));
      if (clashes) {
        // Later appends to this stream must not overtake the waiting one.
        streams.set(request.streamId, 'exact');
        left.push(request);
        continue;
      }
      streams.set(request.streamId, kind);
      for (const event of request.events) ids.add(event.id);
      events += request.events.length;
      bytes += request.bytes;
      batch.push(request);
    }
    queue = left;
    queuedBytes -= bytes;
    return { batch, events };
  };

  return {
    isFullFor: ({ bytes }) => queue.length >= limits.waiting || queuedBytes + bytes > limits.waitingBytes,
    add: (waiting) => {
      queue.push(waiting);
      queuedBytes += waiting.bytes;
    },
    takeBatch,
    appends: () => queue.length,
    bytes: () => queuedBytes,
  };
};
