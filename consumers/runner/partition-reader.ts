import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { partitionOfKey } from '../../domain/operations/consumer-partitions.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { FollowedWork } from '../../ports/consumer-feed.ts';
import type { EventStore, LogPage, UnreadableEvent } from '../../ports/event-store.ts';
import { createPageChannel, type PageChannel } from './page-channel.ts';

type Member = {
  readonly partition: number;
  readonly channel: PageChannel;
  /** The partition has been given its events up to here. */
  readTo: Position;
  /** The last page, if it held nothing for the partition; sent now and then, so that its checkpoint advances. */
  passed: LogPage | undefined;
};

/** The membership of a partition. */
type Joined = Pick<PageChannel, 'pages' | 'close'> & { readonly leave: () => void };

/** Reads the log once for all partitions of a consumer in this process. */
type PartitionReader = {
  /** Adds a partition, which is given its events after a position. */
  readonly join: (partition: number, from: Position) => Joined;
  /** Reads for the partitions that have joined, until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
};

const PAGE_SIZE = 100;
/** Milliseconds between notices to partitions that the log has advanced without events for them. */
const SEND_PASSED_MS = 1000;

/** The pause after a failure in milliseconds, doubled with each failure in a row. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 15_000;

export const createPartitionReader = (
  { eventTypes, keyOf }: FollowedWork,
  services: {
    readonly eventStore: Pick<EventStore, 'subscribePages'>;
    /** Called on a failure to read, which is retried. */
    readonly onFailure: (error: unknown) => void;
    readonly onRead: () => void;
  },
): PartitionReader => {
  const members = new Set<Member>();
  /** The current reading has come this far. */
  let at: Position = 0;
  let restart = new AbortController();

  /** Divides the events of a page by partition. All keys are resolved before any partition is given its events. */
  const divide = async (page: LogPage): Promise<ReadonlyMap<number, readonly RecordedEvent[]>> => {
    const divided = new Map<number, RecordedEvent[]>();
    for (const event of page.events) {
      const found = keyOf(event);
      const key = found instanceof Promise ? await found : found;
      if (key === undefined) continue;
      const partition = partitionOfKey(key);
      const own = divided.get(partition) ?? [];
      own.push(event);
      divided.set(partition, own);
    }
    return divided;
  };

  const hand = async (page: LogPage): Promise<void> => {
    const divided = await divide(page);
    const given: PageChannel[] = [];
    for (const member of members) {
      const { partition, channel, readTo } = member;
      // The page starts after `at`: a partition that joined meanwhile further back is served by the next reading.
      if (readTo < at || readTo >= page.scannedTo) continue;
      const isNew = ({ position }: RecordedEvent | UnreadableEvent): boolean => position > readTo;
      const events = (divided.get(partition) ?? []).filter(isNew);
      const unreadable = page.unreadable.filter(isNew);
      const own = { ...page, events, unreadable };
      member.readTo = page.scannedTo;
      if (events.length === 0 && unreadable.length === 0) {
        member.passed = own;
        continue;
      }
      member.passed = undefined;
      channel.push(own);
      given.push(channel);
    }
    at = page.scannedTo;
    // Reading ahead of busy partitions would only use memory.
    for (const channel of given) await channel.taken();
  };

  const sendPassed = (): void => {
    for (const member of members) {
      const { passed, channel } = member;
      if (!passed || !channel.isEmpty()) continue;
      member.passed = undefined;
      channel.push(passed);
    }
  };

  const read = async (signal: AbortSignal): Promise<void> => {
    restart = new AbortController();
    const either = anySignal([signal, restart.signal]);
    at = Math.min(...[...members].map(({ readTo }) => readTo));
    const pages = services.eventStore.subscribePages(at, { types: eventTypes }, either, PAGE_SIZE);
    for await (const page of pages) {
      await hand(page);
      services.onRead();
      if (either.aborted) return;
    }
  };

  const untilJoined = async (signal: AbortSignal): Promise<void> => {
    restart = new AbortController();
    await abortablePause(MAX_RETRY_MS, anySignal([signal, restart.signal]));
  };

  return {
    join: (partition, from) => {
      const member: Member = { partition, channel: createPageChannel(), readTo: from, passed: undefined };
      const isFirst = members.size === 0;
      members.add(member);
      if (isFirst || from < at) restart.abort();
      const { pages, close } = member.channel;
      return {
        pages,
        close,
        leave: () => {
          members.delete(member);
          close();
          if (members.size === 0) restart.abort();
        },
      };
    },
    run: async (signal) => {
      const timer = setInterval(sendPassed, SEND_PASSED_MS);
      let failures = 0;
      try {
        while (!signal.aborted) {
          try {
            if (members.size === 0) await untilJoined(signal);
            else await read(signal);
            failures = 0;
          } catch (error) {
            if (signal.aborted) return;
            services.onFailure(error);
            failures += 1;
            await abortablePause(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS), signal);
          }
        }
      } finally {
        clearInterval(timer);
      }
    },
  };
};
