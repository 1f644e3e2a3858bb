import type { Clock } from '../../ports/clock.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { IdempotencyStore } from '../../ports/idempotency-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SharedClock } from '../../ports/shared-clock.ts';
import type { CommandServices } from './command-definition.ts';

/** The services that running commands needs, the same for every interface. */
export type CommandRuntime = {
  readonly commandServices: CommandServices;
  readonly idempotency: IdempotencyStore;
  readonly hasher: Hasher;
  readonly clock: Clock;
  /** By which what was given for a time ends. */
  readonly sharedClock: SharedClock;
  readonly logger: Logger;
  /** Aborted when the process is about to stop: nothing is waited for any more. */
  readonly stopping: AbortSignal;
  readonly limits: {
    /** Milliseconds that a repeat waits for the first execution under its key. */
    readonly idempotencyWait: number;
  };
};
