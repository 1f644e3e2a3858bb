import type { StreamCategory, StreamId } from '../domain/kernel/event.ts';
import type { ErasureEffect, UnreachedPlace } from '../domain/privacy/subject-events.ts';

/** What an erasure would reach, found out without changing anything. */
type ErasurePlan = {
  /** Whether the key of the subject exists: without one, nothing of it is stored. */
  readonly key: 'present' | 'missing' | 'destroyed';
  /** The effects that its certificate would list now. */
  readonly effects: readonly ErasureEffect[];
  /** How many streams of each category hold events about the subject. */
  readonly streams: Readonly<Partial<Record<StreamCategory, number>>>;
  /** Places that it would not reach. */
  readonly notReached: readonly UnreachedPlace[];
};

/**
 * Plans the erasure of a data subject: reads the whole log once, and counts in every place that an erasure reaches.
 *
 * @param subject in full, e.g. `person:patient-4711`, with the stream of its requests and holds
 */
export type PlanErasure = (
  subject: { readonly subject: string; readonly stream: StreamId },
  signal: AbortSignal,
) => Promise<ErasurePlan>;
