import { describeError } from '../../domain/kernel/describe-error.ts';
import { alertOf } from '../../domain/operations/alert-of.ts';
import type { ComponentEvent } from '../../domain/operations/component-events.ts';
import type { ComponentHealthState } from '../../domain/operations/component-health.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { Logger } from '../../ports/logger.ts';

type DatabaseAlertServices = {
  readonly channels: readonly AlertChannel[];
  readonly identity: Pick<IdentitySource, 'newId'>;
  readonly node: string;
  readonly logger: Logger;
};

/** Milliseconds for a channel to accept an alert; the watch continues without it. */
const SEND_MS = 30_000;

/**
 * Alerts operators directly when the database fails or recovers: the log cannot record its own outage. Each node alerts
 * once per change, because none can know what another has reported. Never rejects. When every channel refuses, it retries
 * at the next check.
 */
export const createDatabaseAlerts = ({ channels, identity, node, logger }: DatabaseAlertServices) => {
  let failedAt: string | undefined;
  return async (states: readonly ComponentHealthState[], signal: AbortSignal): Promise<void> => {
    const database = states.find(({ component }) => component === 'database');
    if (!database || (database.state === 'failed') === (failedAt !== undefined)) return;
    const { since: at, reason = 'no answer' } = database;
    const change: ComponentEvent =
      failedAt === undefined
        ? { type: 'ComponentFailed', data: { component: 'database', node, reason, at } }
        : { type: 'ComponentRecovered', data: { component: 'database', node, failedAt, at } };
    const alert = { id: identity.newId(), ...alertOf(change), at };
    const within = anySignal([signal, AbortSignal.timeout(SEND_MS)]);
    const outcomes = await Promise.allSettled(channels.map(({ send }) => send(alert, { signal: within })));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const error of refused)
      logger.warn({ reason: describeError(error).reason }, 'An alert about the database was not taken yet.');
    if (channels.length > 0 && refused.length === channels.length) return;
    failedAt = failedAt === undefined ? at : undefined;
  };
};
