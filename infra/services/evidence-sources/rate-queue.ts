import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { SharedRate } from '../../cluster/rate-limiter/shared-rate.ts';

type RateQueueOptions = {
  /** Requests that may start within any `within` milliseconds. */
  readonly requests: number;
  readonly within: number;
  /** Queue limit; further requests are refused immediately. */
  readonly waiting: number;
  /** The limit shared by all nodes, if any; awaited after the local turn. */
  readonly together?: SharedRate | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/**
 * Waits for a turn. Rejects with `rate_limit_exceeded` when the queue is full, and with the signal's reason.
 */
export type RateQueue = (signal: AbortSignal) => Promise<void>;

type Waiter = { readonly go: () => void };

/**
 * Starts requests at the rate that a service allows, in order of arrival. The limit holds for every interval,
 * whereas fixed windows would allow twice as many requests around a boundary. An abandoned turn passes to the
 * next request.
 */
export const createRateQueue = (options: RateQueueOptions): RateQueue => {
  const { requests, within, waiting, together, now = () => performance.now() } = options;
  /** Start times of the last `requests` requests, oldest first. */
  const begun: number[] = [];
  const queue = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;

  const waitFor = (): number => {
    const [oldest] = begun;
    return oldest === undefined || begun.length < requests ? 0 : Math.max(0, oldest + within - now());
  };
  const begin = (): void => {
    begun.push(now());
    if (begun.length > requests) begun.shift();
  };
  const serve = (): void => {
    clearTimeout(timer);
    for (const waiter of queue) {
      const pause = waitFor();
      if (pause > 0) {
        timer = setTimeout(serve, Math.ceil(pause));
        return;
      }
      queue.delete(waiter);
      begin();
      waiter.go();
    }
  };

  const ownTurn: RateQueue = (signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (queue.size === 0 && waitFor() === 0) {
      begin();
      return Promise.resolve();
    }
    if (queue.size >= waiting)
      return Promise.reject(
        new Failure(
          failure('rate_limit_exceeded', 'Too many requests are waiting for this source at the moment.', {
            component: 'external-sources',
            details: { refused: 'no_room', retryable: false },
            retryAfter: Math.ceil((within * (queue.size / requests)) / 1000),
          }),
        ),
      );
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        queue.delete(waiter);
        reject(signal.reason);
        serve();
      };
      const waiter: Waiter = {
        go: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.add(waiter);
      serve();
    });
  };
  if (together === undefined) return ownTurn;
  return async (signal) => {
    await ownTurn(signal);
    await together({ requests, within }, signal);
  };
};
