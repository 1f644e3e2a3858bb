import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type AlertingEvent, alertOf } from '../../domain/operations/alert-of.ts';
import { componentEvents } from '../../domain/operations/component-events.ts';
import { costEvents } from '../../domain/operations/cost-events.ts';
import { logLossEvents } from '../../domain/operations/log-loss-events.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RetryPolicy } from '../../ports/retry.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';

type AlertServices = { readonly clock: Pick<Clock, 'now'>; readonly metrics: Metrics };

/** What happened so long ago is no alert any more: after a day without a server, or where a channel is new. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** For one attempt: what takes longer hangs. */
const DEADLINE_MS = 60_000;

/** An alert is a few sentences: some at once, so that one that hangs does not hold the news that it is over. */
const CONCURRENCY = 8;

/** For some four hours: a receiver may be restarted, moved or repaired meanwhile, and must still hear of what is critical. */
const RETRY: RetryPolicy = { attempts: 60, firstPause: 1000, maxPause: 300_000 };

const alerting = [...componentEvents, ...costEvents, ...logLossEvents];

const alertingEventOf = (event: RecordedEvent): AlertingEvent => {
  const definition = alerting.find(({ type }) => type === event.type);
  if (!definition) throw new TypeError(`${event.type} is not a reason for an alert.`);
  return { type: definition.type, data: definition.schema.parse(event.data) } as AlertingEvent;
};

/**
 * Alerts operators of failures, by one channel: each has its own place in the log, so that one that is down holds up no
 * other. One process at a time sends, whatever many have seen.
 *
 * At least once, and not at most once (`performOnce`): an alert that is lost may be an outage that goes unnoticed, while
 * one that comes twice, after a crash between sending it and noting that, carries the same id, and receivers and mail
 * programs show it once. What cannot be delivered is tried again for hours and then parked, where an operator sees it.
 */
export const createAlertSender = (
  { name, send }: AlertChannel,
  { clock, metrics }: AlertServices,
): ConsumerDefinition => ({
  name: `alerts-${name}`,
  eventTypes: alerting.map(({ type }) => type),
  concurrency: CONCURRENCY,
  orderingKey: (event) => event.id,
  laterEvents: 'pass',
  deadline: DEADLINE_MS,
  retry: RETRY,
  handle: async (event, { signal }) => {
    if (Date.parse(clock.now()) - Date.parse(event.recordedAt) > STALE_MS) return;
    const notice = alertOf(alertingEventOf(event));
    try {
      await send({ id: event.id, ...notice, at: event.recordedAt }, { signal });
      metrics.count('anamnesis_alerts_total', { channel: name, outcome: 'sent' });
    } catch (error) {
      metrics.count('anamnesis_alerts_total', { channel: name, outcome: 'failed' });
      throw error;
    }
  },
});
