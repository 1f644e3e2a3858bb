import { describeError } from '../domain/kernel/describe-error.ts';
import { abortablePause } from '../ports/abortable-pause.ts';
import { anySignal } from '../ports/any-signal.ts';
import type { Follower, Ownership, RunFollower } from '../ports/follower.ts';
import { isLeaseLost, type Lease, type Leases } from '../ports/leases.ts';
import type { Logger } from '../ports/logger.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { FollowerRegistry, Health } from './follower-registry.ts';
import { logFailure } from './log-failure.ts';

export type FollowerServices = {
  readonly leases: Leases;
  readonly followerRegistry: FollowerRegistry;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly pauses?: FollowerPauses;
};

/** Milliseconds. */
type FollowerPauses = {
  /** Pause after the first failure; doubled with each further one. */
  readonly firstRetry: number;
  readonly maxRetry: number;
  /**
   * Pause between releasing the lease and trying again: long enough for another node, which checks every two seconds,
   * to take over.
   */
  readonly stepDown: number;
  /** Interval at which a projection checks whether a generation can be replaced; default: 5 seconds. */
  readonly lookAgain?: number;
};
/** The number of such pauses for which the work is left to nodes that may be able to do it. */
const RELUCTANT_STEPS = 30;
const defaultFollowerPauses: FollowerPauses = {
  firstRetry: 100,
  maxRetry: 15_000,
  stepDown: 10_000,
};

/**
 * Keeps a follower at work until the signal aborts: waits for its lease, lets it work while the lease lasts, and
 * restarts it with growing pauses when it fails. The lease is released before any pause, so that a node that cannot do
 * the work does not block others. Its state is visible in the registry, in metrics and in the log; nothing stops
 * silently.
 */
export const runFollower = async (
  follower: Follower,
  services: FollowerServices,
  signal: AbortSignal,
): Promise<void> => {
  const { followerRegistry, leases, logger, metrics } = services;
  const { firstRetry, maxRetry, stepDown } = services.pauses ?? defaultFollowerPauses;
  const { name, kind } = follower;
  const labels = { follower: follower.of ?? name, kind };
  const fields = { ...labels, lease: `${kind}:${name}` };

  const show = (health: Health): void => followerRegistry.setHealth(name, health);

  const ownershipOf = (lease: Lease): Ownership => ({
    fence: { name: lease.name, fence: lease.fence },
    ...(lease.handOver && follower.windsUp
      ? { signal: anySignal([signal, lease.signal]), handOver: lease.handOver }
      : { signal: anySignal([signal, lease.signal, ...(lease.handOver ? [lease.handOver] : [])]) }),
    advance: (checkpoint) => {
      if (lease.isHeld()) followerRegistry.set(name, checkpoint, lease.isHeld);
    },
    confirm: lease.confirm,
  });

  const workUnder = async (lease: Lease): Promise<'over' | 'stepped-down' | 'failed'> => {
    // Immediately, not only after the work has wound up: until then readers would get what this process last knew.
    const forget = (): void => followerRegistry.remove(name);
    lease.signal.addEventListener('abort', forget, { once: true });
    show({ state: 'running' });
    try {
      const steppedDown = await follower.work(ownershipOf(lease));
      if (!steppedDown || signal.aborted || lease.handOver?.aborted) return 'over';
      show({ state: 'blocked', error: steppedDown.because });
      logger.warn(
        { ...fields, reason: steppedDown.because },
        'A follower stepped down so that another node can try.',
      );
      return 'stepped-down';
    } catch (error) {
      if (signal.aborted || lease.handOver?.aborted) return 'over';
      if (lease.signal.aborted || isLeaseLost(error)) {
        logger.warn(fields, 'A follower lost its lease; the new owner continues.');
        return 'over';
      }
      const { message } = describeError(error);
      show({ state: 'failing', error: message });
      metrics.count('anamnesis_follower_failures_total', labels);
      logFailure(logger, fields, error, 'A follower failed and will be retried.');
      return 'failed';
    } finally {
      await lease.release();
      forget();
    }
  };

  const { terms } = follower;
  /** A node that could not continue leaves the work to others for a while, unless none wants it. */
  const acquire = async (isReluctant: boolean): Promise<Lease | undefined> => {
    const lease = `${kind}:${name}`;
    if (!isReluctant) return leases.acquire(lease, signal, terms);
    const until = anySignal([signal, AbortSignal.timeout(stepDown * RELUCTANT_STEPS)]);
    const taken = await leases.acquire(lease, until, { ...terms, reluctantly: true });
    return taken ?? (signal.aborted ? undefined : leases.acquire(lease, signal, terms));
  };

  show({ state: 'waiting' });
  let failures = 0;
  let isReluctant = false;
  while (!signal.aborted) {
    const lease = await acquire(isReluctant);
    if (!lease) break;
    const since = performance.now();
    const outcome = await workUnder(lease);
    isReluctant = outcome === 'stepped-down';
    if (outcome === 'failed') {
      // A failure after working for long starts a new series.
      failures = performance.now() - since > maxRetry ? 1 : failures + 1;
      await abortablePause(Math.min(firstRetry * 2 ** (failures - 1), maxRetry), signal);
    } else {
      failures = 0;
      if (outcome === 'over') show({ state: 'waiting' });
      else await abortablePause(stepDown, signal);
    }
  }
  show({ state: 'waiting' });
};

/** `runFollower` in the form passed to adapters, which provide the leases. */
export const followerRunner =
  (services: Omit<FollowerServices, 'leases'>): RunFollower =>
  (follower, leases, signal) =>
    runFollower(follower, { ...services, leases }, signal);
