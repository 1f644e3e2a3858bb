import { setTimeout as sleep } from 'node:timers/promises';
import { anySignal } from '../../../ports/any-signal.ts';
import { isLeaseLost, type Lease, type Leases } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import { continuesNumberedLog, LOST_END } from './compare-with-kurrent.ts';
import type { KurrentConnection } from './kurrent-connection.ts';
import { isInvalidPosition } from './kurrent-failure.ts';
import type { KurrentStreams, SubscriptionItem } from './kurrent-streams.ts';
import { isBefore, type LogPlace } from './log-entry.ts';
import { SETTINGS_PREFIX } from './number-events.ts';
import type { NumberingTable } from './numbering-table.ts';

/** The lease of the node that numbers events. */
const NUMBERING_LEASE = 'event-numbering';

/** The state of the numbering in this process. */
export type NumberingStatus = {
  /** True while this process assigns the numbers. */
  readonly isOwner: boolean;
  /** True when it has caught up and follows new events. */
  readonly isLive: boolean;
  readonly seen: LogPlace | 'start';
  readonly halted: string | undefined;
};

type NumbererOptions = {
  readonly streams: KurrentStreams;
  readonly connection: Pick<KurrentConnection, 'onSwitched'>;
  readonly table: NumberingTable;
  readonly leases: Leases;
  readonly prefix: string;
  readonly logger: Logger;
  readonly onNumbered: (head: number) => void;
};

/** The pause before another attempt: the shortest time in which a new leader is available. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** After a halt, an operator has to restore something: there is no hurry. */
const HALTED_MS = 5_000;
/** How often the scanned position is stored, so that a takeover does not scan again. */
const CHECKPOINT_MS = 5_000;

const placeOf = (news: SubscriptionItem): LogPlace | undefined => {
  if (news.kind === 'checkpoint') return news.place;
  return news.kind === 'entry' ? { commit: news.entry.commit, prepare: news.entry.prepare } : undefined;
};

const lastPlace = (news: readonly SubscriptionItem[]): LogPlace | undefined =>
  news.map(placeOf).findLast((place) => place !== undefined);

/**
 * Numbers the events of our streams while this process holds the lease: follows `$all` through a filter of the
 * server, from the last numbered event, and numbers each batch in one transaction under the lease. A broken
 * connection is reopened at the same position: only events without a number are requested again, so there is neither
 * a gap nor a repetition.
 */
export const startNumberer = ({
  streams,
  connection,
  table,
  leases,
  prefix,
  logger,
  onNumbered,
}: NumbererOptions): {
  readonly status: () => NumberingStatus;
  /** Subscribes again from the current number, used when nothing arrives although there are events. */
  readonly resubscribe: () => void;
  readonly stop: () => Promise<void>;
} => {
  const stopped = new AbortController();
  let following: AbortController | undefined;
  let status: NumberingStatus = { isOwner: false, isLive: false, seen: 'start', halted: undefined };
  const report = (change: Partial<NumberingStatus>): void => {
    status = { ...status, ...change };
  };

  const showHalt = async (problem: string, signal: AbortSignal): Promise<void> => {
    if (status.halted === undefined)
      logger.error({ component: 'event-store', problem }, 'The numbering of the log has stopped.');
    report({ halted: problem, isLive: false });
    await sleep(HALTED_MS, undefined, { signal }).catch(() => {});
  };
  const haltAt = async (problem: string, lease: Lease, signal: AbortSignal): Promise<void> => {
    await table.halt(lease, problem);
    return showHalt(problem, signal);
  };

  const follow = async (lease: Lease, signal: AbortSignal, onProgress: () => void): Promise<void> => {
    if (!(await continuesNumberedLog({ streams, table }, 'thorough'))) return haltAt(LOST_END, lease, signal);
    const before = await table.readState();
    let { scanned } = before;
    // The cause of the halt may have been repaired by now; if not, it is found again.
    if (before.halted !== undefined) await table.halt(lease, undefined);
    let savedAt = performance.now();
    report({ seen: scanned, halted: undefined });
    const filter = { streams: [prefix, `${SETTINGS_PREFIX}${prefix}`] };
    for await (const news of streams.subscribe(scanned, filter, signal)) {
      const to = lastPlace(news);
      const entries = news.flatMap((one) => (one.kind === 'entry' ? [one.entry] : []));
      const isDue = entries.length > 0 || performance.now() - savedAt > CHECKPOINT_MS;
      if (to && isDue && (scanned === 'start' || isBefore(scanned, to))) {
        const state = await table.number(lease, scanned, entries, to);
        // Another node has numbered since this place was read.
        if (!state) return;
        savedAt = performance.now();
        if (state.halted !== undefined) return showHalt(state.halted, signal);
        ({ scanned } = state);
        if (entries.length > 0) onNumbered(state.head);
      }
      onProgress();
      report({
        seen: to ?? status.seen,
        halted: undefined,
        isLive: status.isLive || news.some(({ kind }) => kind === 'caughtUp'),
      });
    }
  };

  const own = async (lease: Lease): Promise<void> => {
    report({ isOwner: true });
    const signal = anySignal([stopped.signal, lease.signal]);
    let pause = PAUSE_MS;
    while (!signal.aborted) {
      // A deposed leader may keep serving a subscription that receives nothing any more.
      const switched = new AbortController();
      const stopWatching = connection.onSwitched(() => switched.abort());
      following = switched;
      try {
        await follow(lease, anySignal([signal, switched.signal]), () => {
          pause = PAUSE_MS;
        });
      } catch (error) {
        if (isLeaseLost(error)) return;
        if (isInvalidPosition(error)) {
          // The numbers are compared when the log is followed again.
          await table.rewind(lease);
          continue;
        }
        logger.warn(
          { component: 'event-store', problem: error instanceof Error ? error.message : undefined },
          'The log could not be followed to number it; trying again.',
        );
        await sleep(pause, undefined, { signal }).catch(() => {});
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      } finally {
        stopWatching();
        report({ isLive: false });
      }
    }
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const lease = await leases.acquire(NUMBERING_LEASE, stopped.signal);
      if (!lease) return;
      try {
        await own(lease);
      } finally {
        report({ isOwner: false });
        await lease.release();
      }
    }
  };

  const running = run();
  return {
    status: () => status,
    resubscribe: () => following?.abort(),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
