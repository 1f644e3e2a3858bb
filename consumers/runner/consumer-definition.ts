import type { RecordedEvent } from '../../domain/kernel/event.ts';

/**
 * A process manager: reacts to events by sending commands. Events are delivered at least once, so `handle` must be
 * harmless when repeated; deciders and derived ids see to that.
 */
export type ConsumerDefinition = {
  readonly name: string;
  readonly eventTypes: readonly string[];
  /** Events handled at the same time. */
  readonly concurrency: number;
  /** Events with the same key are handled one after the other, in log order. */
  readonly orderingKey: (event: RecordedEvent) => string;
  /** Rejects to be tried again. The signal aborts when the process stops: the event will come again. */
  readonly handle: (event: RecordedEvent, signal: AbortSignal) => Promise<void>;
  /** Called when all attempts failed and the event was parked, e.g. to tell the person who waits. */
  readonly onParked?: (event: RecordedEvent, reason: string) => Promise<void>;
};
