import { describeError } from '../../domain/kernel/describe-error.ts';
import { FAILURES_UNTIL_FAILED } from '../../domain/operations/component-health.ts';
import type { ComponentName } from '../../domain/operations/component-name.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { ComponentMonitor, ComponentProbe } from '../../ports/component-health.ts';
import type { Logger } from '../../ports/logger.ts';
import { createDatabaseAlerts } from './alert-of-database.ts';
import { type RecordServices, recordComponents } from './record-components.ts';

type WatchServices = RecordServices & {
  readonly monitor: ComponentMonitor;
  /** Probes of the configured components. */
  readonly probes: readonly ComponentProbe[];
  readonly logger: Logger;
  /** The channels to operators for what the log cannot record: an outage of the database. */
  readonly alertChannels: readonly AlertChannel[];
  /** Milliseconds between two rounds; a minute when absent (failure matrix, "Recovery"). */
  readonly interval?: number;
  /** Milliseconds before a component that failed for the first time is probed again; half a second when absent. */
  readonly confirmAfter?: number;
};

const INTERVAL_MS = 60_000;
/** The pause after a change, in milliseconds: several components that fail for one reason are reported together. */
const TOGETHER_MS = 250;

const CONFIRM_MS = 500;

const isFailed = ({ monitor }: WatchServices, component: ComponentName): boolean =>
  monitor.states().some((one) => one.component === component && one.state === 'failed');

/**
 * Probes a component until its state is clear, so that within one round the end of an outage is noticed, and an outage
 * that nothing else would report.
 */
const probeComponent = async (
  { component, look, reports }: ComponentProbe,
  services: WatchServices,
  signal: AbortSignal,
): Promise<void> => {
  const { monitor, confirmAfter = CONFIRM_MS } = services;
  const wasFailed = isFailed(services, component);
  // A component whose users report its state is probed only after it has failed.
  if (reports && !wasFailed) return;
  for (let times = 0; times < FAILURES_UNTIL_FAILED && !signal.aborted; times += 1) {
    let isWell = true;
    try {
      await look(signal);
    } catch {
      isWell = false;
    }
    if (!reports && !signal.aborted)
      monitor.report(component, isWell ? 'ok' : 'failed', 'no answer to a check');
    const isNowFailed = isFailed(services, component);
    if (wasFailed ? !isWell || !isNowFailed : isWell || isNowFailed) return;
    if (!isWell) await abortablePause(confirmAfter, signal);
  }
};

/**
 * Checks once a minute whether failed components are back, and records changes in the log, until the signal aborts. Every
 * process does so, because each sees other failures; the log records each change once. Never rejects: a failed append is
 * retried in the next round.
 */
export const runComponentWatch = async (services: WatchServices, signal: AbortSignal): Promise<void> => {
  const { monitor, logger, interval = INTERVAL_MS } = services;
  const alertOfDatabase = createDatabaseAlerts({ ...services, channels: services.alertChannels });
  let nextRound = performance.now() + interval;
  while (!signal.aborted) {
    const woken = new AbortController();
    const either = anySignal([signal, woken.signal]);
    await Promise.race([
      monitor.changed(either),
      abortablePause(Math.max(0, nextRound - performance.now()), either),
    ]);
    woken.abort();
    if (signal.aborted) return;
    if (performance.now() >= nextRound) {
      await Promise.all(services.probes.map((probe) => probeComponent(probe, services, signal)));
      nextRound = performance.now() + interval;
    } else await abortablePause(TOGETHER_MS, signal);
    await alertOfDatabase(monitor.states(), signal);
    try {
      await recordComponents(services);
    } catch (error) {
      logger.warn(
        { reason: describeError(error).reason },
        'The states of components could not be recorded yet.',
      );
    }
  }
};
