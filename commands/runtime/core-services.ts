import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import type { StateCache } from '../../ports/state-cache.ts';

/** What every command needs, and every call of a tool. */
export type CoreServices = {
  readonly eventStore: EventStore;
  readonly identity: IdentitySource;
  /** Looks for PHI in what people write. */
  readonly phiDetector: PhiDetector;
  /** Spares folding long streams again. */
  readonly states?: StateCache;
  /**
   * What an earlier execution of this very command put into a stream. Given only to a command that may be a repeat, which
   * then answers with that and decides nothing again.
   */
  readonly recordedBefore?: (streamId: StreamId) => Promise<readonly RecordedEvent[]>;
};
