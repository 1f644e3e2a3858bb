import type { StreamId } from '../../../domain/kernel/event.ts';
import type { AppendResult, ExpectedRevision } from '../../../ports/event-store.ts';
import type { Fence } from '../../../ports/leases.ts';
import type { SerializedEvent } from '../event-serialization/serialized-event.ts';

/** One caller's append, ready to be written. */
export type AppendRequest = {
  readonly streamId: StreamId;
  readonly expected: ExpectedRevision;
  readonly events: readonly SerializedEvent[];
  /** The stored size of all events together. */
  readonly bytes: number;
  /** Appends under different fences share a transaction: a stale one fails only its own append. */
  readonly fence?: Fence;
};

/** The outcome of one append of a batch. */
export type AppendOutcome =
  | ({
      readonly outcome: 'appended';
      /** The timestamp of all its events: ISO 8601 UTC with milliseconds. */
      readonly recordedAt: string;
    } & AppendResult)
  | ({ readonly outcome: 'repeated' } & AppendResult)
  | { readonly outcome: 'conflict'; readonly actual: number }
  | { readonly outcome: 'lease_lost'; readonly fence: Fence }
  | { readonly outcome: 'erased' };

/** Writes a batch in one transaction; returns outcomes in the order of the requests. */
export type WriteBatch = (requests: readonly AppendRequest[]) => Promise<readonly AppendOutcome[]>;
