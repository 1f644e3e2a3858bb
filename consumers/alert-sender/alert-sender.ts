import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type AlertingEvent, alertOf } from '../../domain/operations/alert-of.ts';
import { componentEvents } from '../../domain/operations/component-events.ts';
import { costEvents } from '../../domain/operations/cost-events.ts';
import { logLossEvents } from '../../domain/operations/log-loss-events.ts';
import { sealingAlertEvents } from '../../domain/operations/sealing-events.ts';
import { witnessingAlertEvents } from '../../domain/operations/witnessing-events.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RetryPolicy } from '../../ports/retry.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';

type AlertServices = { readonly clock: Pick<Clock, 'now'>; readonly metrics: Metrics };

/** Older events raise no alert, as after a day of downtime or with a new channel. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** For one attempt; a longer one counts as hung. */
const DEADLINE_MS = 60_000;

/** Alerts are sent in parallel, so that one that hangs does not hold back the alert of the recovery. */
const CONCURRENCY = 8;

/** About four hours: a receiver that is restarted, moved or repaired must still get critical alerts. */
const RETRY: RetryPolicy = { attempts: 60, firstPause: 1000, maxPause: 300_000 };

const alerting = [
  ...componentEvents,
  ...costEvents,
  ...logLossEvents,
  ...sealingAlertEvents,
  ...witnessingAlertEvents,
];

const alertingEventOf = (event: RecordedEvent): AlertingEvent => {
  const definition = alerting.find(({ type }) => type === event.type);
  if (!definition) throw new TypeError(`${event.type} is not a reason for an alert.`);
  return { type: definition.type, data: definition.schema.parse(event.data) } as AlertingEvent;
};

/**
 * Alerts operators of failures through one channel. Each channel has its own position in the log, so that one that is
 * down does not delay the others. One process sends at a time, however many have seen the event.
 *
 * Delivery is at least once, not at most once (`performOnce`): a lost alert may mean an unnoticed outage, while an alert
 * repeated after a crash between sending and recording carries the same id, so receivers and mail programs show it once.
 * An alert that cannot be delivered is retried for hours and then parked, where an operator sees it.
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
