import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { RetryPolicy } from '../../ports/retry.ts';
import type { Delivery } from './delivery.ts';

/**
 * A process manager: reacts to events by sending commands. Events are delivered at least once, so `handle` must be
 * idempotent; deciders and derived ids ensure that, and `performOnce` does for external effects.
 */
export type ConsumerDefinition = {
  readonly name: string;
  readonly eventTypes: readonly string[];
  /** Events handled at the same time. */
  readonly concurrency: number;
  /** Events with the same key are handled one after the other, in log order. */
  readonly orderingKey: (event: RecordedEvent) => string;
  /**
   * The treatment of later events of a key while an earlier one is parked. Independent events `pass` it; where order
   * matters they `wait`: they are parked behind it and handled in order after its replay.
   */
  readonly laterEvents: 'pass' | 'wait';
  /** Milliseconds that an attempt may take, from its start or from its last reported progress. */
  readonly deadline: number;
  /** The attempts at an event before it is parked, if not the default. */
  readonly retry?: RetryPolicy;
  /** Handles an event; rejects to be retried. */
  readonly handle: (event: RecordedEvent, delivery: Delivery) => Promise<void>;
  /**
   * Called when all attempts failed, before the event is parked, e.g. to notify a waiting person. May be repeated. Its
   * own failure is noted with the parked event.
   */
  readonly onParked?: (event: RecordedEvent, reason: string, delivery: Delivery) => Promise<void>;
};
