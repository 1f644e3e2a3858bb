import type { Json } from './chaos-client.ts';

/** A command that was answered with 2xx: the event that it must have left in the log. */
export type Acknowledged = {
  readonly command: string;
  readonly streamId: string;
  readonly revision: number;
  readonly position: number;
  /** Not given where the command may have found its wish granted and left nothing new. */
  readonly type?: string;
  /** Members that the event's data must hold, to the letter. */
  readonly data: Json;
  /** Whose key encrypts it; once that is destroyed, what it says reads as erased. */
  readonly subject?: string;
  /** Milliseconds of a monotonic clock, before the request was sent. */
  readonly sentAt: number;
};

/** Everything that was acknowledged to clients, over all rounds and processes. */
export type Ledger = {
  readonly acknowledged: Acknowledged[];
  /** By document key: the jobs of its versions. */
  readonly documents: Map<string, string[]>;
  readonly conversations: { readonly id: string; readonly subject: string }[];
  readonly queries: { readonly id: string; readonly subject: string }[];
  readonly resets: { readonly projection: string; readonly generation: number }[];
  /** Subjects whose keys were, or are being, destroyed, and when that was done. */
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
