import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { RetryPolicy } from '../../ports/retry.ts';
import type { Delivery } from './delivery.ts';

/**
 * A process manager: reacts to events by sending commands. Events are delivered at least once, so `handle` must be
 * harmless when repeated; deciders and derived ids see to that, and `performOnce` where something is done outside.
 */
export type ConsumerDefinition = {
  readonly name: string;
  readonly eventTypes: readonly string[];
  /** Events handled at the same time. */
  readonly concurrency: number;
  /** Events with the same key are handled one after the other, in log order. */
  readonly orderingKey: (event: RecordedEvent) => string;
  /**
   * What becomes of later events of a key while an earlier one is parked. They `pass` it where each event is for
   * itself; where order matters they `wait`: they are parked behind it, and handled in order once it is replayed.
   */
  readonly laterEvents: 'pass' | 'wait';
  /** Milliseconds that an attempt may take, from its beginning or from the last progress that it reports. */
  readonly deadline: number;
  /** How often an event is tried before it is parked, where that differs from the other consumers. */
  readonly retry?: RetryPolicy;
  /** Rejects to be tried again. */
  readonly handle: (event: RecordedEvent, delivery: Delivery) => Promise<void>;
  /**
   * Called when all attempts failed, before the event is parked, e.g. to notify the person who waits. May be repeated.
   * That it failed is noted with the parked event.
   */
  readonly onParked?: (event: RecordedEvent, reason: string, delivery: Delivery) => Promise<void>;
};
