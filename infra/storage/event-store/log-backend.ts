import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredPage } from '../../../ports/event-store.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import type { WriteBatch } from './append-request.ts';
import type { StoredReader } from './stored-reader.ts';

/** The storage of a log's events, below its guarantees of order, decryption and subscriptions. */
export type LogBackend = {
  readonly write: WriteBatch;
  readonly stored: StoredReader;
  /** Like `stored.readLog`, but rejects at an event that is lost. */
  readonly readStored: (...parameters: Parameters<StoredReader['readLog']>) => Promise<StoredPage>;
  readonly readHead: () => Promise<Position>;
  /** True when all events of an append have the timestamp of its outcome, so they need not be read back. */
  readonly outcomeHasInstants: boolean;
  /** True when only this process appends, so it knows the head from its own appends. */
  readonly isOwn: boolean;
  readonly positionAt: (instant: string) => Promise<Position>;
  readonly recordedAt: (positions: readonly Position[]) => Promise<ReadonlyMap<Position, string>>;
  /** Calls back with the new head as text, or with nothing if notifications may have been missed. */
  readonly listen: (onHint: (payload: string) => void) => Promise<() => Promise<void>>;
  /** Receives the events that were appended here. */
  readonly saw?: LogContinuity['saw'] | undefined;
  /** Exercises the path of an append without storing anything. */
  readonly probe: () => Promise<void>;
};
