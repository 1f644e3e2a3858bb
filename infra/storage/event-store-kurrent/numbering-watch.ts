import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../domain/kernel/failure.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import { isBefore, type LogPlace } from './log-entry.ts';
import { SETTINGS_PREFIX } from './number-events.ts';
import type { NumberingTable } from './numbering-table.ts';

/** The state of the numbering compared with KurrentDB, as this process last saw it. */
export type NumberingState = {
  /** Seconds for which the oldest event that it knows of has been waiting for its number; 0 when none does. */
  readonly behindSeconds: number;
  /** Why nothing can be numbered until an operator has seen to it. */
  readonly problem: string | undefined;
};

type NumberingWatchOptions = {
  readonly streams: Pick<KurrentStreams, 'readAll' | 'lastOfAll'>;
  readonly table: Pick<NumberingTable, 'readState' | 'readLast'>;
  readonly prefix: string;
  readonly metrics: Pick<Metrics, 'gauge' | 'forget'>;
  /** The same event has waited for a while: the follower of the log should subscribe again. */
  readonly onStalled: () => void;
  /** Milliseconds between two looks. */
  readonly interval?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/**
 * Two short readings: next to nothing beside the appends of a second. An event that waits is found by the second look,
 * within the ten seconds that its append may take.
 */
const LOOK_MS = 2_000;

const LOST_END =
  'KurrentDB does not have the last events that are numbered: it was restored from an older copy. Restore a newer one.';

/**
 * Regularly compares the numbers with KurrentDB's events. A subscription does not notice that it has ended: that of a
 * deposed leader, or of a truncated log, stays open and empty.
 */
export const watchNumbering = ({
  streams,
  table,
  prefix,
  metrics,
  onStalled,
  interval = LOOK_MS,
  now = () => performance.now(),
}: NumberingWatchOptions) => {
  const stopped = new AbortController();
  const filter = { streams: [prefix, `${SETTINGS_PREFIX}${prefix}`] };
  /** The ends of the log that were seen and not numbered, oldest first. */
  let marks: readonly { readonly place: LogPlace; readonly seenAt: number }[] = [];
  let waiting: LogPlace | undefined;
  let problem: string | undefined;

  const behindSeconds = (): number => {
    const [oldest] = marks;
    return oldest ? (now() - oldest.seenAt) / 1000 : 0;
  };

  const hasLast = async (): Promise<boolean> => {
    const last = await table.readLast();
    if (!last) return true;
    try {
      const [entry] = await streams.readAll(last, undefined, () => true);
      // Scavenged events leave what follows in their place; a log that was cut has nothing after it, or something else.
      return entry !== undefined && (entry.id === last.id || isBefore(last, entry));
    } catch (error) {
      // A place inside of another record is refused as wrong.
      if (error instanceof Failure && error.reason.code === 'internal_error') return false;
      throw error;
    }
  };

  const look = async (): Promise<void> => {
    const { scanned, halted } = await table.readState();
    const isUnseen = (place: LogPlace): boolean => scanned === 'start' || isBefore(scanned, place);
    const seenAt = now();
    const entries = await streams.readAll(scanned, filter, isUnseen);
    const next = entries.find(isUnseen);
    problem = halted ?? ((await hasLast()) ? undefined : LOST_END);
    if (!next) {
      marks = [];
      waiting = undefined;
    } else {
      const last = (await streams.lastOfAll(filter)) ?? next;
      marks = [...marks.filter(({ place }) => isUnseen(place)), { place: last, seenAt }].slice(-1_000);
      if (problem === undefined && waiting?.commit === next.commit && waiting.prepare === next.prepare)
        onStalled();
      waiting = next;
    }
    metrics.gauge('anamnesis_numbering_behind_seconds', behindSeconds(), {});
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // The next check will find out; meanwhile appends and reads report the trouble.
      await look().catch(() => metrics.forget('anamnesis_numbering_behind_seconds'));
      await sleep(interval, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    state: (): NumberingState => ({ behindSeconds: behindSeconds(), problem }),
    look,
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
    },
  };
};
