import type { Json } from './chaos-client.ts';

/** A command answered with 2xx, and the event that it must have left in the log. */
export type Acknowledged = {
  readonly command: string;
  readonly streamId: string;
  readonly revision: number;
  readonly position: number;
  /** Absent when the command may have found its effect in place and recorded nothing. */
  readonly type?: string;
  /** Members that the event's data must contain verbatim. */
  readonly data: Json;
  /** The subject whose key encrypts it; once that is destroyed, its data reads as erased. */
  readonly subject?: string;
  /** Milliseconds of a monotonic clock, before the request was sent. */
  readonly sentAt: number;
};

/** Everything acknowledged to clients, over all rounds and processes. */
export type Ledger = {
  readonly acknowledged: Acknowledged[];
  /** The jobs of a document's versions, by document key. */
  readonly documents: Map<string, string[]>;
  readonly conversations: { readonly id: string; readonly subject: string }[];
  readonly queries: { readonly id: string; readonly subject: string }[];
  readonly resets: { readonly projection: string; readonly generation: number }[];
  /** Subjects whose keys were or are being destroyed, with the time of completion. */
  readonly destroyed: Map<string, number>;
};

export const createLedger = (): Ledger => ({
  acknowledged: [],
  documents: new Map(),
  conversations: [],
  queries: [],
  resets: [],
  destroyed: new Map(),
});
