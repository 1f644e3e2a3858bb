import type { TreeHead } from './checkpoint-signer.ts';

/** A checkpoint with its signed note, and the proof that it extends a smaller one. */
export type WitnessRequest = TreeHead & {
  readonly note: string;
  /** The size that the witness is believed to keep: 0 for none. */
  readonly from: number;
  /** The consistency proof from that size (RFC 9162, section 2.1.4); empty from 0. */
  readonly proof: readonly Uint8Array[];
};

/** What a witness says to a checkpoint. */
export type WitnessAnswer =
  | {
      /** It keeps the checkpoint durably, after checking that it extends what it kept before. */
      readonly kind: 'kept';
      /** Its countersignatures, verified, as lines of the note; none if it has no key. */
      readonly countersignatures: readonly string[];
      /** The time that it states; ISO 8601 UTC with milliseconds. */
      readonly at: string;
    }
  | {
      /** It keeps a checkpoint of another size than `from`, maybe a larger one than this. */
      readonly kind: 'keeps-other';
      readonly size: number;
    }
  /** What it keeps of this log has other events. */
  | { readonly kind: 'contradicts' };

/**
 * Keeps the newest checkpoint of a log where the operator of its database cannot change it (C2SP tlog-witness). It never
 * keeps a checkpoint that does not extend the one before.
 */
export type CheckpointWitness = {
  /** Unique among the witnesses of an installation. */
  readonly name: string;
  /**
   * Submits a checkpoint; the same one may be submitted again. Limited in time.
   *
   * @throws Failure `unavailable` or `timeout` if it cannot be reached, `external_api_error` if it refuses the log or
   * answers with something else
   */
  readonly submit: (request: WitnessRequest, signal: AbortSignal) => Promise<WitnessAnswer>;
};
