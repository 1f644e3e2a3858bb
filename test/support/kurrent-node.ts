import type { Metadata } from '@grpc/grpc-js';
import type { KurrentLog } from './kurrent-log.ts';

/** A KurrentDB node as seen by its call handlers. */
export type KurrentNode = {
  readonly log: KurrentLog;
  /** Limit of one append, in bytes. */
  readonly maxAppendSize: number;
  /** Throws when the node does not serve a call with these headers. */
  readonly admit: (metadata: Metadata) => void;
  readonly calls: { append: number; read: number; subscribe: number };
  readonly faults: {
    /** Number of coming appends that are stored but whose response is lost. */
    loseAnswers: number;
    /** Number of coming appends refused before they are stored. */
    refuseAppends: number;
    delayAppends: Promise<void> | undefined;
    /** Whether reads of `$all` are refused for lack of permission. */
    refuseAll: boolean;
  };
  /** Functions that end the open subscriptions. */
  readonly open: Set<() => void>;
};
