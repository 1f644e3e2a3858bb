import type { Metadata } from '@grpc/grpc-js';
import type { KurrentLog } from './kurrent-log.ts';

/** A node of a KurrentDB as its handlers of calls see it. */
export type KurrentNode = {
  readonly log: KurrentLog;
  /** Bytes of one append. */
  readonly maxAppendSize: number;
  /** Throws where the node does not serve a call with these headers. */
  readonly admit: (metadata: Metadata) => void;
  readonly calls: { append: number; read: number; subscribe: number };
  readonly faults: {
    /** Appends whose answer gets lost after they were stored. */
    loseAnswers: number;
    /** Appends that are refused before. */
    refuseAppends: number;
    delayAppends: Promise<void> | undefined;
    /** Whether readings of `$all` are refused for lack of rights. */
    refuseAll: boolean;
  };
  /** Ends each of the subscriptions that are open. */
  readonly open: Set<() => void>;
};
