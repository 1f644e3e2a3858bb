import type { QueryLogRow } from './entity.ts';
import { SLOW_MILLISECONDS } from './list-query-log.ts';

/** The part of an entry that a summary needs. */
export type SummarizedEntry = Pick<
  QueryLogRow,
  | 'kind'
  | 'askedAt'
  | 'status'
  | 'milliseconds'
  | 'searchMilliseconds'
  | 'stages'
  | 'zeroResult'
  | 'cached'
  | 'degraded'
  | 'intent'
  | 'failedComponent'
  | 'failedReason'
>;

/** The 50th and 95th percentile in milliseconds. */
type LatencySummary = { readonly p50: number; readonly p95: number };

/** Figures over a window of the query log. Counts of entries unless said otherwise. */
export type QueryLogSummary = {
  readonly entries: number;
  readonly questions: number;
  readonly searches: number;
  readonly answered: number;
  readonly failed: number;
  readonly pending: number;
  readonly degraded: number;
  readonly zeroResult: number;
  /** Answered from cached passages. */
  readonly cached: number;
  /** Questions and searches that took 3 seconds or longer. */
  readonly slow: number;
  /** Latency of finished questions; null when there are none. */
  readonly latency: LatencySummary | null;
  /**
   * Total latency of searching, for questions and plain searches, cached results included. Null when none was
   * measured.
   */
  readonly searchLatency: LatencySummary | null;
  /** The searched sources, ordered by name, without cached results. */
  readonly stages: readonly (LatencySummary & {
    readonly source: string;
    readonly searches: number;
    /** Searches that failed or ran out of time. */
    readonly failed: number;
  })[];
  /** The ten most frequent. */
  readonly intents: readonly { readonly intent: string; readonly count: number }[];
  /** The ten most frequent causes of failed questions. */
  readonly failures: readonly {
    readonly component: string;
    readonly reason: string;
    readonly count: number;
  }[];
  /** When the oldest and the newest entry was asked; null without entries. */
  readonly oldestAt: string | null;
  readonly newestAt: string | null;
};

const TOP = 10;

/** By nearest rank: the smallest value that at least this share of all does not exceed. */
const latencyOf = (durations: readonly number[]): LatencySummary | null => {
  const sorted = durations.toSorted((left, right) => left - right);
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return sorted.length === 0 ? null : { p50: rank(0.5), p95: rank(0.95) };
};

const byName = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Most frequent first; equal counts by name. */
const mostFrequent = (names: readonly string[]): readonly (readonly [name: string, count: number])[] => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([left, many], [right, more]) => more - many || byName(left, right))
    .slice(0, TOP);
};

const stagesOf = (entries: readonly SummarizedEntry[]): QueryLogSummary['stages'] => {
  const bySource = Map.groupBy(
    entries.flatMap(({ stages, cached }) => (cached === true ? [] : stages)),
    ({ source }) => source,
  );
  return [...bySource]
    .toSorted(([left], [right]) => byName(left, right))
    .map(([source, searches]) => ({
      source,
      searches: searches.length,
      failed: searches.filter(({ outcome }) => outcome !== 'ok').length,
      ...(latencyOf(searches.map(({ milliseconds }) => milliseconds)) ?? { p50: 0, p95: 0 }),
    }));
};

const failuresOf = (entries: readonly SummarizedEntry[]): QueryLogSummary['failures'] => {
  const causes = entries.flatMap(({ failedComponent, failedReason }) =>
    failedComponent === null ? [] : [JSON.stringify([failedComponent, failedReason ?? ''])],
  );
  return mostFrequent(causes).map(([cause, count]) => {
    const [component, reason]: [string, string] = JSON.parse(cause);
    return { component, reason, count };
  });
};

/** Summarizes entries of the query log, which must be ordered newest first. */
export const summarizeQueryLog = (entries: readonly SummarizedEntry[]): QueryLogSummary => {
  const count = (matches: (entry: SummarizedEntry) => boolean): number => entries.filter(matches).length;
  const durations = entries.flatMap(({ milliseconds }) => milliseconds ?? []);
  return {
    entries: entries.length,
    questions: count(({ kind }) => kind === 'question'),
    searches: count(({ kind }) => kind === 'search'),
    answered: count(({ status }) => status === 'answered'),
    failed: count(({ status }) => status === 'failed'),
    pending: count(({ status }) => status === 'pending'),
    degraded: count(({ degraded }) => degraded),
    zeroResult: count(({ zeroResult }) => zeroResult),
    cached: count(({ cached }) => cached === true),
    slow: durations.filter((milliseconds) => milliseconds >= SLOW_MILLISECONDS).length,
    latency: latencyOf(
      entries.flatMap(({ kind, milliseconds }) => (kind === 'question' ? (milliseconds ?? []) : [])),
    ),
    searchLatency: latencyOf(entries.flatMap(({ searchMilliseconds }) => searchMilliseconds ?? [])),
    stages: stagesOf(entries),
    intents: mostFrequent(entries.flatMap(({ intent }) => intent ?? [])).map(([intent, times]) => ({
      intent,
      count: times,
    })),
    failures: failuresOf(entries),
    oldestAt: entries.at(-1)?.askedAt ?? null,
    newestAt: entries[0]?.askedAt ?? null,
  };
};
