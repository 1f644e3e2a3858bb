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

/** Somebody was refused. */
export type Refusal = {
  readonly code: RefusalCode;
  readonly method: string;
  /** With `:name` parameters, never the path itself. */
  readonly route: string;
  /** Where from; its address is what equal refusals are counted by. */
  readonly client?: Client;
  /** The user, where the token names one. */
  readonly actor?: Actor;
  readonly traceparent?: string;
};

/** Puts refusals on record without delaying an answer, and without letting anybody fill the log with them. */
export type RefusalRecorder = {
  readonly note: (refusal: Refusal) => void;
  /** Records what has been counted so far, and ends when that is done. To be called before the log closes. */
  readonly close: () => Promise<void>;
};

type RefusalOptions = {
  readonly eventStore: Pick<EventStore, 'append'>;
  readonly identity: IdentitySource;
  readonly logger: Logger;
  /** Milliseconds for which refusals like one that was recorded are only counted. */
  readonly windowMs?: number;
  /** Kinds of refusals (who, from where, what, why) that are counted separately in that time. */
  readonly maxKinds?: number;
};

const ONE_MINUTE_MS = 60_000;
/** With one event at once and one a minute for each, a flood from everywhere writes four events a second at most. */
const MAX_KINDS = 100;

/** Factor of kinds to remember where only signed-in users are distinguished; each is written once a minute. */
const NAMED_ROOM = 10;

type Kind = { readonly refusal: Refusal; readonly various: boolean; count: number };

const keyOf = ({ code, method, route, client, actor }: Refusal): string =>
  JSON.stringify([code, method, route, client?.ip, actor?.id]);

/** The user in the record of a refusal of an unknown caller. */
const unknownActor: Actor = { id: 'system:http', role: 'service' };

/**
 * Records refusals as `AccessRefused`: the first of a kind at once, further ones counted and written as one event a
 * minute. Kinds beyond the limit are counted together, those of each signed-in user for themselves. What a crash takes along is what was counted in that minute.
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

  /** One write for each kind at a time, so that a log which does not answer is not waited for without a bound. */
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
    // Otherwise an attacker could first fill the table with refusals that need no token.
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
