import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import '../../../../../infra/services/outside/connect-to-kafka.ts';

/** The queue of requests of one connection, as kafkajs makes it. */
const queueSchema = z.custom<{
  pending: object[];
  inflight: Map<number, object>;
  throttledUntil: number;
  checkPendingRequests: () => void;
  push: (request: object) => void;
  destroy: () => void;
}>();
const openQueue = () => {
  const RequestQueue: unknown = createRequire(import.meta.url)('kafkajs/src/network/requestQueue');
  if (typeof RequestQueue !== 'function') throw new Error('kafkajs exports no request queue.');
  const logger = { debug: () => {} };
  const options = { maxInFlightRequests: 1, requestTimeout: 1000, enforceRequestTimeout: false, logger };
  return queueSchema.parse(Reflect.construct(RequestQueue, [options]));
};

describe('A request queue of kafkajs', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sets no timer while no request is pending', () => {
    const queue = openQueue();
    queue.checkPendingRequests();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends a request that was throttled as soon as it may, and sets no further timer', () => {
    const queue = openQueue();
    const sent = vi.fn();
    queue.throttledUntil = Date.now() + 500;
    queue.push({ entry: { correlationId: 1 }, expectResponse: true, sendRequest: sent });
    expect(sent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(501);
    expect(sent).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
