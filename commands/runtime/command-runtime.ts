import type { Clock } from '../../ports/clock.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { IdempotencyStore } from '../../ports/idempotency-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SharedClock } from '../../ports/shared-clock.ts';
import type { CommandServices } from './command-definition.ts';

/** The services for running commands, the same for every interface. */
export type CommandRuntime = {
  readonly commandServices: CommandServices;
  readonly idempotency: IdempotencyStore;
  readonly hasher: Hasher;
  readonly clock: Clock;
  /** The clock that decides when temporary access expires. */
  readonly sharedClock: SharedClock;
  readonly logger: Logger;
  /** Aborted when the process is about to stop; all waiting then ends. */
  readonly stopping: AbortSignal;
  readonly limits: {
    /** Milliseconds that a repeat waits for the first execution under its key. */
    readonly idempotencyWait: number;
  };
};
