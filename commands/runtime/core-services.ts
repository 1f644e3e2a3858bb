import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import type { StateCache } from '../../ports/state-cache.ts';

/** The services that every command and every tool call needs. */
export type CoreServices = {
  readonly eventStore: EventStore;
  readonly identity: IdentitySource;
  /** Detects PHI in what people write. */
  readonly phiDetector: PhiDetector;
  /** Cached states, which save folding long streams again. */
  readonly states?: StateCache;
  /**
   * The events that an earlier execution of this command appended to a stream. Set only for a command that may be a
   * repeat, which then responds from these events without deciding again.
   */
  readonly recordedBefore?: (streamId: StreamId) => Promise<readonly RecordedEvent[]>;
};
