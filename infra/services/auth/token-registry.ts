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
 * The tokens in the log, held in memory, so that sign-ins work while the database is down. Follows the log,
 * so a revocation on any node takes effect as soon as it arrives.
 */
export type TokenRegistry = Omit<KnownTokens, 'apply' | 'nextRevision'> & {
  /** Resolves to true once everything that was in the log at startup is loaded, and to false on a timeout. */
  readonly isReady: () => Promise<boolean>;
  /** Resolves when the log has been applied up to a position, or after two seconds. */
  readonly applied: (position: Position) => Promise<void>;
};

type Needs = {
  readonly eventStore: EventStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  /**
   * Maximum lifetime of an identity provider's token, in milliseconds: sessions ended longer ago have
   * expired.
   */
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
    // Sessions ended earlier have expired, and all tokens are known.
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
        logger.warn({ error }, 'Failed to follow the log for tokens; retrying.');
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
