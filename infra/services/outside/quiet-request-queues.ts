import { createRequire } from 'node:module';

const METHOD = 'scheduleCheckPendingRequests';

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** True when a request waits to be sent on the connection of this queue. */
const hasPendingRequests = (queue: unknown): boolean => {
  const pending: unknown = isObject(queue) ? Reflect.get(queue, 'pending') : undefined;
  return Array.isArray(pending) && pending.length > 0;
};

/**
 * Stops kafkajs 2.2.4 from polling an empty queue every millisecond for as long as a connection is open: three idle
 * connections cost 5 % of a core (tulios/kafkajs#1704). A request that has to wait schedules its own check when it is
 * queued, so an empty queue needs none. Throws where kafkajs no longer has this method, so that an update is noticed.
 */
export const quietRequestQueues = (): void => {
  const queueClass: unknown = createRequire(import.meta.url)('kafkajs/src/network/requestQueue');
  const prototype: unknown = isObject(queueClass) ? Reflect.get(queueClass, 'prototype') : undefined;
  const schedule: unknown = isObject(prototype) ? Reflect.get(prototype, METHOD) : undefined;
  if (!isObject(prototype) || typeof schedule !== 'function')
    throw new Error(`The request queue of kafkajs has no method ${METHOD}: is the workaround still needed?`);
  Reflect.set(prototype, METHOD, function scheduleIfPending(this: unknown): void {
    if (hasPendingRequests(this)) Reflect.apply(schedule, this, []);
  });
};
