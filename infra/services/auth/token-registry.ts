import type { Position, Revision } from '../../../domain/kernel/event.ts';
import { tokensStream } from '../../../domain/operations/token-decider.ts';
import { sessionEnded, tokenCreated, tokenRevoked } from '../../../domain/operations/token-events.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type EventStore, inOrder } from '../../../ports/event-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import { createKnownTokens, type KnownTokens } from './known-tokens.ts';

/**
 * The tokens of the log, in memory: sign-ins are checked without the database, which may be silent. It follows the log,
 * so that a revocation on any node counts here as soon as it arrives.
 */
export type TokenRegistry = Omit<KnownTokens, 'apply' | 'nextRevision'> & {
  /** Whether everything in the log at the start of the program is known; false when that takes too long. */
  readonly isReady: () => Promise<boolean>;
  /** Resolves when the log is known up to a position, or after two seconds. */
  readonly applied: (position: Position) => Promise<void>;
};

type Needs = {
  readonly eventStore: EventStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  /** Milliseconds that a token of an identity provider may last: what was ended earlier has ended by itself. */
  readonly maxSessionMs: number;
};

const READY_MS = 5_000;
const APPLIED_MS = 2_000;
const PAUSE_MS = 500;
const followed = [tokenCreated, tokenRevoked, sessionEnded].map(({ type }) => type);

/** Follows the log until the signal aborts. */
export const followTokens = (
  { eventStore, clock, logger, maxSessionMs }: Needs,
  signal: AbortSignal,
): TokenRegistry => {
  let knownTo: Position = -1;
  let advanced = Promise.withResolvers<void>();
  const now = (): number => Date.parse(clock.now());
  const tokens = createKnownTokens(now);

  const reach = (position: Position): void => {
    knownTo = position;
    advanced.resolve();
    advanced = Promise.withResolvers<void>();
  };

  const readTokens = async (): Promise<void> => {
    let from: Revision | undefined = tokens.nextRevision();
    while (from !== undefined) {
      const page = await eventStore.readStreamPage(tokensStream, { fromRevision: from });
      for (const event of inOrder(page)) tokens.apply(event);
      from = page.next;
    }
  };
  let head: Position | undefined;
  const follow = async (): Promise<void> => {
    head ??= await eventStore.head();
    await readTokens();
    const from =
      knownTo >= 0 ? knownTo : await eventStore.positionAt(new Date(now() - maxSessionMs).toISOString());
    // Sessions that were ended earlier have expired, and all tokens are known.
    reach(from);
    for await (const page of eventStore.subscribePages(from, { types: followed }, signal)) {
      for (const event of inOrder(page)) tokens.apply(event);
      reach(page.scannedTo);
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ error }, 'The log cannot be followed for tokens at the moment.');
        await abortablePause(PAUSE_MS, signal);
      }
    }
  };
  void run();

  const reached = async (position: () => Position | undefined): Promise<void> => {
    for (;;) {
      const wanted = position();
      if (wanted !== undefined && knownTo >= wanted) return;
      await advanced.promise;
    }
  };
  let ready: Promise<boolean> | undefined;
  return {
    isReady: () => {
      if (head !== undefined && knownTo >= head) return Promise.resolve(true);
      ready ??= waitAtMost(
        READY_MS,
        reached(() => head),
      ).finally(() => {
        ready = undefined;
      });
      return ready;
    },
    tokenOf: tokens.tokenOf,
    isTaken: tokens.isTaken,
    isEnded: tokens.isEnded,
    watchEnd: tokens.watchEnd,
    applied: async (position) => {
      await waitAtMost(
        APPLIED_MS,
        reached(() => position),
      );
    },
  };
};
