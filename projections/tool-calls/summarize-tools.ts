import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ToolCallStatus } from '../../domain/tools/tool-call-state.ts';
import { instantSpan } from '../instant-span.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { toolCallEntity } from './entity.ts';

/** The part of a call that its figures need: nothing of its content. */
export type CountedCall = {
  readonly tool: string;
  readonly status: ToolCallStatus;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
};

/** How the calls of one tool ended, and how long those took that ran. */
export type ToolFigures = {
  readonly tool: string;
  readonly calls: number;
  readonly succeeded: number;
  /** Failed, timed out, or with an unknown outcome. */
  readonly failed: number;
  /** Not run: rejected, declined, cancelled, or not confirmed in time. */
  readonly notRun: number;
  readonly open: number;
  /** From its start to its end, in milliseconds; null if none ran. */
  readonly latency: { readonly p50: number; readonly p95: number } | null;
};

/** The most calls that one evaluation examines: the newest of the window. */
const MAX_EXAMINED = 10_000;
const BATCH = 1000;

const failures: readonly ToolCallStatus[] = ['failed', 'timed_out', 'unknown'];
const open: readonly ToolCallStatus[] = ['requested', 'awaiting_confirmation', 'running'];

const durationsOf = (calls: readonly CountedCall[]): readonly number[] =>
  calls.flatMap(({ startedAt, endedAt }) =>
    startedAt === null || endedAt === null ? [] : [Date.parse(endedAt) - Date.parse(startedAt)],
  );

/** By nearest rank, like the figures of questions. */
const latencyOf = (durations: readonly number[]): ToolFigures['latency'] => {
  const sorted = durations.toSorted((left, right) => left - right);
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return sorted.length === 0 ? null : { p50: rank(0.5), p95: rank(0.95) };
};

/** The figures of each tool, by name. */
export const summarizeCalls = (calls: readonly CountedCall[]): readonly ToolFigures[] =>
  [...Map.groupBy(calls, ({ tool }) => tool)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([tool, own]) => {
      const count = (matches: (status: ToolCallStatus) => boolean): number =>
        own.filter(({ status }) => matches(status)).length;
      const succeeded = count((status) => status === 'succeeded');
      const failed = count((status) => failures.includes(status));
      const stillOpen = count((status) => open.includes(status));
      return {
        tool,
        calls: own.length,
        succeeded,
        failed,
        notRun: own.length - succeeded - failed - stillOpen,
        open: stillOpen,
        latency: latencyOf(durationsOf(own)),
      };
    });

/**
 * The figures of each tool over the newest calls of a window, at most 10,000. Reads read model `tool-calls`.
 *
 * @throws Failure `validation_error` for `from` or `to`
 */
export const summarizeTools = async (
  view: ReadModelView,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  maximum = MAX_EXAMINED,
): Promise<{ readonly tools: readonly ToolFigures[]; readonly complete: boolean }> => {
  const requestedAt = instantSpan(from, to);
  const calls: (CountedCall & { readonly requestedPosition: number })[] = [];
  while (calls.length <= maximum) {
    const last = calls.at(-1);
    const limit = Math.min(BATCH, maximum + 1 - calls.length);
    const batch = await view.entities.find(
      toolCallEntity,
      {
        ...omitUndefined({ requestedAt }),
        ...(last === undefined ? {} : { requestedPosition: { $lt: last.requestedPosition } }),
      },
      {
        fields: ['tool', 'status', 'startedAt', 'endedAt', 'requestedPosition'],
        orderBy: { requestedPosition: 'desc' },
        limit,
        disableIdentityMap: true,
      },
    );
    calls.push(...batch);
    if (batch.length < limit) break;
  }
  return { tools: summarizeCalls(calls.slice(0, maximum)), complete: calls.length <= maximum };
};
