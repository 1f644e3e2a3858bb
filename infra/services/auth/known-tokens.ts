import { setMaxListeners } from 'node:events';
import { z } from 'zod';
import type { Role } from '../../../domain/kernel/actor.ts';
import type { RecordedEvent, Revision } from '../../../domain/kernel/event.ts';
import { sessionEnded, tokenCreated, tokenRevoked } from '../../../domain/operations/token-events.ts';
import { isUnreadable, type UnreadableEvent } from '../../../ports/event-store.ts';

/** A named token that has not been revoked. */
export type NamedToken = {
  readonly tokenId: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly teams: readonly string[];
  readonly onBehalfOf?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

/** Expired entries are removed after this number of events and lookups. */
const SWEEP_AFTER = 1_000;

/** A newer version of the program may add fields, but the id of the token or session stays readable. */
const endsSomething = z.union([
  z.object({ tokenId: z.string() }),
  z.object({ session: z.string(), until: z.iso.datetime() }),
]);

/** The tokens and ended sessions in the log, held in memory. */
export type KnownTokens = {
  readonly apply: (event: RecordedEvent | UnreadableEvent) => void;
  /** The first revision of the token stream not applied yet. */
  readonly nextRevision: () => Revision;
  /** Returns the token with a digest; `undefined` for unknown, expired and revoked ones. */
  readonly tokenOf: (hash: string) => NamedToken | undefined;
  /** True when an id belongs to the user of a named token. */
  readonly isTaken: (id: string) => boolean;
  /** True when an identity provider's token was ended before it expired. */
  readonly isEnded: (session: string) => boolean;
  /**
   * Returns a signal that aborts when a token is revoked or a session ends. `key` is its id, `until` its
   * expiry in milliseconds since the epoch.
   */
  readonly watchEnd: (key: string, until: number) => AbortSignal;
};

/** @param now milliseconds since the epoch */
export const createKnownTokens = (now: () => number): KnownTokens => {
  const byHash = new Map<string, NamedToken>();
  const hashes = new Map<string, string>();
  const ended = new Map<string, number>();
  const watched = new Map<string, { readonly end: AbortController; readonly until: number }>();
  let lastRevision: Revision = -1;

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
    // The whole stream was read first; the log is then followed from an earlier position.
    if (event.revision <= lastRevision) return;
    lastRevision = event.revision;
    if (event.type === tokenCreated.type) {
      const { hash, expiresAt, ...token } = tokenCreated.schema.parse(event.data);
      byHash.set(hash, { ...token, expiresAt: Date.parse(expiresAt) });
      hashes.set(token.tokenId, hash);
    } else if (event.type === tokenRevoked.type) revoke(tokenRevoked.schema.parse(event.data).tokenId);
  };
  /** An unreadable token stays unknown, but an event that ends one applies, whichever version wrote it. */
  const applyUnreadable = ({ type, data }: UnreadableEvent): void => {
    if (type === tokenCreated.type) return;
    const parsed = endsSomething.safeParse(JSON.parse(data));
    if (!parsed.success) return;
    if ('tokenId' in parsed.data) revoke(parsed.data.tokenId);
    else endSession(parsed.data.session, parsed.data.until);
  };
  const apply: KnownTokens['apply'] = (event) => {
    sweep();
    if (isUnreadable(event)) applyUnreadable(event);
    else applyReadable(event);
  };

  return {
    apply,
    nextRevision: () => lastRevision + 1,
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
      // Every stream and every waiting request adds a listener.
      setMaxListeners(0, end.signal);
      watched.set(key, { end, until });
      return end.signal;
    },
  };
};
