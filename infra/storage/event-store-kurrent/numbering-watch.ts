import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../../../ports/metrics.ts';
import { continuesNumberedLog, LOST_END } from './compare-with-kurrent.ts';
import { isInvalidPosition } from './kurrent-failure.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import { isBefore, type LogPlace } from './log-entry.ts';
import { SETTINGS_PREFIX } from './number-events.ts';
import type { NumberingTable } from './numbering-table.ts';

/** The state of the numbering compared with KurrentDB, as this process last saw it. */
export type NumberingState = {
  /** Seconds that the oldest known event has been waiting for its number; 0 if none waits. */
  readonly behindSeconds: number;
  /** Why nothing can be numbered until an operator acts. */
  readonly problem: string | undefined;
};

type NumberingWatchOptions = {
  readonly streams: Pick<KurrentStreams, 'readAll' | 'lastOfAll'>;
  readonly table: Pick<NumberingTable, 'readState' | 'readSample'>;
  readonly prefix: string;
  /** Rejects if this process has read another log. */
  readonly checkLine?: () => Promise<void>;
  readonly metrics: Pick<Metrics, 'gauge' | 'forget'>;
  /**
   * Called when the same event has waited for a while, or numbered events are missing: the numberer should subscribe
   * again.
   */
  readonly onStalled: () => void;
  /** Milliseconds between two checks. */
  readonly interval?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/**
 * A check costs two short reads, which is negligible. The second check detects a waiting event, within the ten
 * seconds of its append.
 */
const LOOK_MS = 2_000;

/** Longer than a restart takes: after that, not knowing is itself a problem. */
const FAILING_MS = 15_000;
const CANNOT_COMPARE =
  'The numbers have not been compared with KurrentDB for a while, because it or the database does not answer.';

/**
 * Regularly compares the numbers with KurrentDB's events. A subscription alone is not enough: at a deposed leader, or
 * after a truncation, it stays open and silent.
 */
export const watchNumbering = ({
  streams,
  table,
  prefix,
  checkLine,
  metrics,
  onStalled,
  interval = LOOK_MS,
  now = () => performance.now(),
}: NumberingWatchOptions) => {
  const stopped = new AbortController();
  const filter = { streams: [prefix, `${SETTINGS_PREFIX}${prefix}`] };
  /** The observed ends of the log that are not numbered yet, oldest first. */
  let marks: readonly { readonly place: LogPlace; readonly seenAt: number }[] = [];
  let waiting: LogPlace | undefined;
  let problem: string | undefined;
  let failingSince: number | undefined;

  const behindSeconds = (): number => {
    const [oldest] = marks;
    return oldest ? (now() - oldest.seenAt) / 1000 : 0;
  };

  const entriesFrom = async (
    scanned: LogPlace | 'start',
    isEnough: (place: LogPlace) => boolean,
  ): Promise<readonly LogPlace[]> => {
    try {
      return await streams.readAll(scanned, filter, isEnough);
    } catch (error) {
      // Foreign events may be lost while the numbered ones remain: the numberer then rewinds to the latter.
      if (!isInvalidPosition(error)) throw error;
      return [];
    }
  };

  const look = async (): Promise<void> => {
    await checkLine?.();
    const { scanned, halted } = await table.readState();
    const isUnseen = (place: LogPlace): boolean => scanned === 'start' || isBefore(scanned, place);
    const seenAt = now();
    const isLost = !(await continuesNumberedLog({ streams, table }, 'quick'));
    problem = halted ?? (isLost ? LOST_END : undefined);
    // The numbering node makes the comparison itself, and records a halt.
    if (isLost && halted === undefined) onStalled();
    const next = (await entriesFrom(scanned, isUnseen)).find(isUnseen);
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
      try {
        await look();
        failingSince = undefined;
      } catch {
        // The next check will find out; meanwhile appends and reads report the problem.
        failingSince ??= now();
        metrics.forget('anamnesis_numbering_behind_seconds');
      }
      await sleep(interval, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    state: (): NumberingState => ({
      behindSeconds: behindSeconds(),
      problem:
        problem ??
        (failingSince !== undefined && now() - failingSince > FAILING_MS ? CANNOT_COMPARE : undefined),
    }),
    look,
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
    },
  };
};
