import type { RefusalCode } from '../../domain/audit/refusal.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import type { Client } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Caller } from './caller.ts';
import { contextOf } from './context-of.ts';
import { eventMetadataOf } from './event-metadata.ts';

/** A refused request. */
export type Refusal = {
  readonly code: RefusalCode;
  readonly method: string;
  /** The route with its `:name` parameters, never the path itself. */
  readonly route: string;
  /** The client; refusals are grouped by its address. */
  readonly client?: Client;
  /** The user, where the token names one. */
  readonly actor?: Actor;
  readonly traceparent?: string;
};

/** Records refusals without delaying a response, and without letting anyone flood the log. */
export type RefusalRecorder = {
  readonly note: (refusal: Refusal) => void;
  /** Records the refusals counted so far and resolves when they are stored. Call it before the log closes. */
  readonly close: () => Promise<void>;
};

type RefusalOptions = {
  readonly eventStore: Pick<EventStore, 'append'>;
  readonly identity: IdentitySource;
  readonly logger: Logger;
  /** Milliseconds during which refusals equal to a recorded one are only counted. */
  readonly windowMs?: number;
  /** The most kinds of refusals (who, from where, what, why) counted separately in that time. */
  readonly maxKinds?: number;
};

const ONE_MINUTE_MS = 60_000;
/**
 * Each kind writes one event immediately and one per minute, so a distributed flood writes at most four events per
 * second.
 */
const MAX_KINDS = 100;

/**
 * The factor by which more kinds are kept when only signed-in users are distinguished; each is written once per
 * minute.
 */
const NAMED_ROOM = 10;

type Kind = { readonly refusal: Refusal; readonly various: boolean; count: number };

const keyOf = ({ code, method, route, client, actor }: Refusal): string =>
  JSON.stringify([code, method, route, client?.ip, actor?.id]);

/** The user in the record of a refusal of an unknown caller. */
const unknownActor: Actor = { id: 'system:http', role: 'service' };

/**
 * Records refusals as `AccessRefused`: the first of a kind immediately, further ones counted and written as one event
 * per minute. Kinds beyond the limit are counted together, but separately for each signed-in user. A crash loses at
 * most the counts of the current minute.
 */
export const createRefusalRecorder = ({
  eventStore,
  identity,
  logger,
  windowMs = ONE_MINUTE_MS,
  maxKinds = MAX_KINDS,
}: RefusalOptions): RefusalRecorder => {
  const kinds = new Map<string, Kind>();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const append = async ({ refusal, various }: Kind, count: number): Promise<void> => {
    const { code, method, route, client, actor = unknownActor, traceparent } = refusal;
    const caller: Caller = { actor, requestId: identity.newId(), ...omitUndefined({ client, traceparent }) };
    await eventStore.append(
      streamIdOf('access', `refused-${identity.newId()}`),
      [
        {
          type: 'AccessRefused',
          data: { route, method, code, count, ...(various ? { various } : {}) },
          id: identity.newId(),
          metadata: eventMetadataOf(contextOf(caller, { commandId: caller.requestId })),
        },
      ],
      'any',
    );
  };

  /** At most one write per kind at a time, so that writes to an unresponsive log do not pile up. */
  const record = (kind: Kind): void => {
    const { count } = kind;
    kind.count = 0;
    const writing = append(kind, count)
      .catch((error: unknown) => {
        kind.count += count;
        logger.warn(
          { error },
          'Refused requests could not be recorded; they are counted and will be recorded later.',
        );
      })
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  };

  const flush = (): void => {
    timer = undefined;
    for (const [key, kind] of kinds) {
      if (kind.count > 0) record(kind);
      else kinds.delete(key);
    }
    arm();
  };
  const arm = (): void => {
    if (kinds.size > 0) timer ??= setTimeout(flush, windowMs).unref();
  };

  const isRoomFor = (key: string, room: number): boolean => kinds.has(key) || kinds.size < room;

  const kindOf = (refusal: Refusal): { readonly kind: Kind; readonly isNew: boolean } => {
    const { code, actor } = refusal;
    const own = keyOf(refusal);
    const isRoom = isRoomFor(own, maxKinds);
    // Otherwise an attacker without a token could fill the table first.
    const named = JSON.stringify([code, actor?.id]);
    const isNamed = actor !== undefined && isRoomFor(named, maxKinds * NAMED_ROOM);
    const key = isRoom ? own : isNamed ? named : code;
    const known = kinds.get(key);
    if (known) return { kind: known, isNew: false };
    const together: Refusal = { code, method: 'various', route: 'various', ...(isNamed ? { actor } : {}) };
    const kind: Kind = { refusal: isRoom ? refusal : together, various: !isRoom, count: 0 };
    kinds.set(key, kind);
    return { kind, isNew: isRoom };
  };

  return {
    note: (refusal) => {
      const { kind, isNew } = kindOf(refusal);
      kind.count += 1;
      if (isNew) record(kind);
      arm();
    },
    close: async () => {
      clearTimeout(timer);
      await Promise.all(underWay);
      for (const kind of kinds.values()) if (kind.count > 0) record(kind);
      kinds.clear();
      await Promise.all(underWay);
    },
  };
};
