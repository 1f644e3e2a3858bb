import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredPage } from '../../../ports/event-store.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import type { WriteBatch } from './append-request.ts';
import type { StoredReader } from './stored-reader.ts';

/** Where the events of a log are kept: what is under its promises of order, decryption and subscriptions. */
export type LogBackend = {
  readonly write: WriteBatch;
  readonly stored: StoredReader;
  /** Pages with the bytes: rejects where `stored` says that an event is lost. */
  readonly readStored: (...parameters: Parameters<StoredReader['readLog']>) => Promise<StoredPage>;
  readonly readHead: () => Promise<Position>;
  /**
   * Whether all events of an append have the instant of its outcome, so that they need not be read back to be
   * known.
   */
  readonly outcomeHasInstants: boolean;
  /** Whether only this process adds to it, so that it knows the head from its own appends. */
  readonly isOwn: boolean;
  readonly positionAt: (instant: string) => Promise<Position>;
  readonly recordedAt: (positions: readonly Position[]) => Promise<ReadonlyMap<Position, string>>;
  /** Calls back with the new head as text, or with nothing where something may have been missed. */
  readonly listen: (onHint: (payload: string) => void) => Promise<() => Promise<void>>;
  /** Receives the events that were appended here. */
  readonly saw?: LogContinuity['saw'] | undefined;
  /** Goes the way of an append without leaving a trace. */
  readonly probe: () => Promise<void>;
};
