import { z } from 'zod';
import {
  type CallCost,
  evolveMonthlyCosts,
  monthOf,
  nothingSpent,
  spentIn,
} from '../../../domain/consultation/answering/monthly-costs.ts';
import { modelCallEnded, modelCalled } from '../../../domain/consultation/query-events.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { CostEvent } from '../../../domain/operations/cost-events.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CostLedger, ModelCallId } from '../../../ports/cost-ledger.ts';
import { type EventStore, inOrder, isUnreadable } from '../../../ports/event-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { SettingsReader } from '../../../ports/settings-reader.ts';
import { parseJson } from '../../services/outside/parse-json.ts';

type Needs = {
  readonly eventStore: EventStore;
  readonly settings: SettingsReader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Called on each node when the limit is reached, once per month and limit. */
  readonly onLimit: (reached: CostEvent['data']) => Promise<void>;
};

const filter = { types: [modelCalled.type, modelCallEnded.type] };

/** Events per page; a prompt has some 20 kB, and a page ends early after large events. */
const PAGE = 500;
/** Milliseconds until an unresponsive database is asked again; the known sum holds until then. */
const PAUSE_MS = 1_000;

/**
 * The members of both events that costs need. Stored events are not decrypted for this; a newer version may have added
 * members.
 */
const callSchema = z.object({
  queryId: z.string(),
  attempt: z.int(),
  mostUsd: z.number().min(0).optional(),
  costUsd: z.number().min(0).optional(),
});

type CallEvent = { readonly type: string; readonly recordedAt: string; readonly data: unknown };

const nameOf = ({ queryId, attempt }: ModelCallId): string => `${queryId}#${attempt}`;

const costOfCall = ({ type, recordedAt, data }: CallEvent): CallCost | undefined => {
  const parsed = callSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { mostUsd = 0, costUsd } = parsed.data;
  const call = nameOf(parsed.data);
  return type === modelCalled.type
    ? { kind: 'called', call, at: recordedAt, mostUsd }
    : { kind: 'ended', call, ...omitUndefined({ costUsd }) };
};

/**
 * Sums up the model costs of this month, and follows the log for more until the signal aborts. Resolves when the month
 * has been read: no call is allowed on a partial sum.
 */
export const followCosts = async (
  { eventStore, settings, clock, logger, metrics, onLimit }: Needs,
  signal: AbortSignal,
): Promise<CostLedger> => {
  let costs = nothingSpent;
  let readTo = 0;
  /** The month and limit that `onLimit` was last called for. */
  let reported = '';

  /** Amounts reserved for calls of this process that are not in the log yet, by call. */
  const reserved = new Map<string, number>();

  const spent = (): number => spentIn(costs, monthOf(clock.now()));
  const limit = (): number => settings.current().monthlyCostLimitUsd ?? Number.POSITIVE_INFINITY;
  const left = (): number => limit() - [...reserved.values()].reduce((sum, most) => sum + most, spent());
  const apply = (event: CallEvent): void => {
    const cost = costOfCall(event);
    if (cost === undefined) return;
    reserved.delete(cost.call);
    costs = evolveMonthlyCosts(costs, cost);
  };
  /** Never rejects, so that a failing callback cannot break the start or the following of the log. */
  const report = async (limitReached: CostEvent['data'], of: string): Promise<void> => {
    try {
      await onLimit(limitReached);
    } catch (error) {
      if (reported === of) reported = '';
      logger.warn({ error }, 'Reaching the cost limit could not be recorded yet.');
    }
  };
  /** Operators should know before users ask why answers have changed. */
  const reportLimit = (): void => {
    const spentUsd = spent();
    const limitUsd = limit();
    metrics.gauge('anamnesis_model_cost_month_usd', spentUsd, {});
    const of = `${costs.month} ${limitUsd}`;
    if (spentUsd < limitUsd || costs.month === '' || reported === of) return;
    reported = of;
    const limitReached = { month: costs.month, spentUsd, limitUsd };
    logger.warn(limitReached, 'The monthly cost limit is reached: cloud models are no longer called.');
    void report(limitReached, of);
  };

  const readMonth = async (): Promise<void> => {
    readTo = await eventStore.positionAt(`${monthOf(clock.now())}-01T00:00:00.000Z`);
    for (;;) {
      signal.throwIfAborted();
      const page = await eventStore.readStored(readTo, PAGE, filter);
      for (const event of page.events) apply({ ...event, data: parseJson(event.data) });
      readTo = page.scannedTo;
      if (readTo >= page.head) return;
    }
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for await (const page of eventStore.subscribePages(readTo, filter, signal)) {
          for (const event of inOrder(page))
            apply(isUnreadable(event) ? { ...event, data: parseJson(event.data) } : event);
          readTo = page.scannedTo;
          reportLimit();
        }
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ error }, 'The log cannot be followed for costs at the moment.');
        await abortablePause(PAUSE_MS, signal);
      }
    }
  };
  await readMonth();
  reportLimit();
  void follow();
  return {
    spentThisMonth: spent,
    mayCall: () => left() > 0,
    reserve: (made, mostUsd) => {
      if (mostUsd > left()) return undefined;
      const call = nameOf(made);
      // Without a limit a call may cost any amount; an infinite sum would forbid all others once a limit is set.
      reserved.set(call, Number.isFinite(mostUsd) ? mostUsd : 0);
      return { release: () => void reserved.delete(call) };
    },
  };
};
