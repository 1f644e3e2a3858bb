import { setMaxListeners } from 'node:events';
import { z } from 'zod';
import type { Role } from '../../../domain/kernel/actor.ts';
import type { Position, RecordedEvent, Revision } from '../../../domain/kernel/event.ts';
import { tokensStream } from '../../../domain/operations/token-decider.ts';
import { sessionEnded, tokenCreated, tokenRevoked } from '../../../domain/operations/token-events.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type EventStore, inOrder, isUnreadable, type UnreadableEvent } from '../../../ports/event-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';

/** A named token that was not revoked. */
export type NamedToken = {
  readonly tokenId: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly teams: readonly string[];
  readonly onBehalfOf?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

/**
 * The tokens of the log, in memory: sign-ins are checked without the database, which may be silent. It follows the log,
 * so that a revocation on any node counts here as soon as it arrives.
 */
export type TokenRegistry = {
  /** Whether all that the log said when the program started is known; false when that takes too long. */
  readonly isReady: () => Promise<boolean>;
  /** The token of a digest; `undefined` for none, also for one that has expired or was revoked. */
  readonly tokenOf: (hash: string) => NamedToken | undefined;
  /** Whether an id is that of the user of a named token. */
  readonly isTaken: (id: string) => boolean;
  /** Whether a token of an identity provider was ended before its time. */
  readonly isEnded: (session: string) => boolean;
  /** Aborts when a token is revoked, or a session ended; `key` is its id, `until` (ms) its own end. */
  readonly watchEnd: (key: string, until: number) => AbortSignal;
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
/** Expired entries are removed each time this many are added. */
const SWEEP_AFTER = 1_000;

const followed = [tokenCreated, tokenRevoked, sessionEnded].map(({ type }) => type);

/** A newer version of the program may write more into these; what they end is plain text all the same. */
const endsSomething = z.union([
  z.object({ tokenId: z.string() }),
  z.object({ session: z.string(), until: z.iso.datetime() }),
]);

/** Follows the log until the signal aborts. */
export const followTokens = (
  { eventStore, clock, logger, maxSessionMs }: Needs,
  signal: AbortSignal,
): TokenRegistry => {
  const byHash = new Map<string, NamedToken>();
  const hashes = new Map<string, string>();
  const ended = new Map<string, number>();
  const watched = new Map<string, { readonly end: AbortController; readonly until: number }>();
  let lastRevision: Revision = -1;
  let knownTo: Position = -1;
  let advanced = Promise.withResolvers<void>();
  const now = (): number => Date.parse(clock.now());

  const forgetToken = (tokenId: string): void => {
    const hash = hashes.get(tokenId);
    if (hash !== undefined) byHash.delete(hash);
    hashes.delete(tokenId);
  };
  let untilSweep = SWEEP_AFTER;
  const sweep = (): void => {
    untilSweep -= 1;
    if (untilSweep > 0) return;
    untilSweep = SWEEP_AFTER;
    const time = now();
    for (const [session, until] of ended) if (until < time) ended.delete(session);
    for (const [key, { until }] of watched) if (until < time) watched.delete(key);
    for (const { tokenId, expiresAt } of byHash.values()) if (expiresAt < time) forgetToken(tokenId);
  };
  const abort = (key: string): void => {
    watched.get(key)?.end.abort();
    watched.delete(key);
  };
  const revoke = (tokenId: string): void => {
    forgetToken(tokenId);
    abort(tokenId);
  };
  const endSession = (session: string, until: string): void => {
    ended.set(session, Date.parse(until));
    abort(session);
  };

  const applyReadable = (event: RecordedEvent): void => {
    if (event.type === sessionEnded.type) {
      const { session, until } = sessionEnded.schema.parse(event.data);
      endSession(session, until);
      return;
    }
    // The stream was read as a whole before the log is followed from further back.
    if (event.revision <= lastRevision) return;
    lastRevision = event.revision;
    if (event.type === tokenCreated.type) {
      const { hash, expiresAt, ...token } = tokenCreated.schema.parse(event.data);
      byHash.set(hash, { ...token, expiresAt: Date.parse(expiresAt) });
      hashes.set(token.tokenId, hash);
    } else if (event.type === tokenRevoked.type) revoke(tokenRevoked.schema.parse(event.data).tokenId);
  };
  /** A token that cannot be read is unknown; an event that ends one always counts. */
  const applyUnreadable = ({ type, data }: UnreadableEvent): void => {
    if (type === tokenCreated.type) return;
    const parsed = endsSomething.safeParse(JSON.parse(data));
    if (!parsed.success) return;
    if ('tokenId' in parsed.data) revoke(parsed.data.tokenId);
    else endSession(parsed.data.session, parsed.data.until);
  };
  const apply = (event: RecordedEvent | UnreadableEvent): void => {
    sweep();
    if (isUnreadable(event)) applyUnreadable(event);
    else applyReadable(event);
  };

  const reach = (position: Position): void => {
    knownTo = position;
    advanced.resolve();
    advanced = Promise.withResolvers<void>();
  };

  const readTokens = async (): Promise<void> => {
    let from: Revision | undefined = lastRevision + 1;
    while (from !== undefined) {
      const page = await eventStore.readStreamPage(tokensStream, { fromRevision: from });
      for (const event of inOrder(page)) apply(event);
      from = page.next;
    }
  };
  let head: Position | undefined;
  const follow = async (): Promise<void> => {
    head ??= await eventStore.head();
    await readTokens();
    const from =
      knownTo >= 0 ? knownTo : await eventStore.positionAt(new Date(now() - maxSessionMs).toISOString());
    // Whatever was ended before then has ended by itself, and of tokens all is known.
    reach(from);
    for await (const page of eventStore.subscribePages(from, { types: followed }, signal)) {
      for (const event of inOrder(page)) apply(event);
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
    tokenOf: (hash) => {
      const token = byHash.get(hash);
      return token !== undefined && token.expiresAt > now() ? token : undefined;
    },
    isTaken: (id) => {
      const time = now();
      return byHash.values().some(({ name, expiresAt }) => name === id && expiresAt > time);
    },
    isEnded: (session) => (ended.get(session) ?? 0) > now(),
    watchEnd: (key, until) => {
      sweep();
      const known = watched.get(key);
      if (known) return known.end.signal;
      const end = new AbortController();
      // As many listeners as there are streams and waiting requests.
      setMaxListeners(0, end.signal);
      watched.set(key, { end, until });
      return end.signal;
    },
    applied: async (position) => {
      await waitAtMost(
        APPLIED_MS,
        reached(() => position),
      );
    },
  };
};
