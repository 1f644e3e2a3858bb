import { describeError, stackFramesOf } from '../domain/kernel/describe-error.ts';
import { abortablePause } from '../ports/abortable-pause.ts';
import { type Fence, isLeaseLost, type Lease, type Leases } from '../ports/leases.ts';
import type { Logger } from '../ports/logger.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Checkpoint, FollowerRegistry, Health } from './follower-registry.ts';

/** Why a follower gives up its lease unasked: another node, perhaps of a newer version, should try. */
export type SteppedDown = {
  /** For an operator; free of PHI. */
  readonly because: string;
};

/** The time during which one process holds the lease of a follower, and what it may do under it. */
export type Ownership = {
  /** Sent with every write, so that storage refuses a former owner. */
  readonly fence: Fence;
  /** Aborts when the lease is lost or the process stops. */
  readonly signal: AbortSignal;
  /** Reports the position of the follower; ignored once the lease is lost. */
  readonly advance: (checkpoint: Checkpoint) => void;
  /** Rejects when another process holds the lease by now. Called before work that costs money. */
  readonly confirm: () => Promise<void>;
};

/** Something that follows the log, done by one process at a time among all that share the log. */
type Follower = {
  readonly kind: 'projection' | 'consumer';
  readonly name: string;
  /**
   * Works until the signal of the ownership aborts, and rejects when it fails. Resolves earlier with a reason to let
   * another node try.
   */
  readonly work: (ownership: Ownership) => Promise<SteppedDown | undefined>;
};

export type FollowerServices = {
  readonly leases: Leases;
  readonly followerRegistry: FollowerRegistry;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly pauses?: FollowerPauses;
};

/** Milliseconds. */
type FollowerPauses = {
  /** After the first failure; doubled with each further one. */
  readonly firstRetry: number;
  readonly maxRetry: number;
  /** Between letting go and trying again: long enough for another node, which looks every two seconds, to take over. */
  readonly stepDown: number;
};
const defaultFollowerPauses: FollowerPauses = {
  firstRetry: 100,
  maxRetry: 15_000,
  stepDown: 10_000,
};

/**
 * Keeps a follower at work until the signal aborts: waits for its lease, has it work for as long as the lease lasts, and
 * begins again, ever more slowly, when it fails. The lease is given back before any pause, so that a node which cannot
 * do the work holds up no other one. How it is doing shows in the registry, in metrics and in the log; nothing stops
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
  const labels = { follower: name, kind };

  const show = (health: Health): void => followerRegistry.setHealth(name, health);

  const ownershipOf = (lease: Lease): Ownership => ({
    fence: { name: lease.name, fence: lease.fence },
    signal: AbortSignal.any([signal, lease.signal]),
    advance: (checkpoint) => {
      if (lease.isHeld()) followerRegistry.set(name, checkpoint, lease.isHeld);
    },
    confirm: lease.confirm,
  });

  const workUnder = async (lease: Lease): Promise<'over' | 'stepped-down' | 'failed'> => {
    // Not only when the work has wound up: until then, readers would be sent to what this process last knew.
    const forget = (): void => followerRegistry.remove(name);
    lease.signal.addEventListener('abort', forget, { once: true });
    show({ state: 'running' });
    try {
      const steppedDown = await follower.work(ownershipOf(lease));
      if (!steppedDown || signal.aborted) return 'over';
      show({ state: 'blocked', error: steppedDown.because });
      logger.warn({ ...labels, reason: steppedDown.because }, 'A follower lets another node try.');
      return 'stepped-down';
    } catch (error) {
      if (signal.aborted) return 'over';
      if (lease.signal.aborted || isLeaseLost(error)) {
        logger.warn(labels, 'A follower lost its lease; whoever has it goes on.');
        return 'over';
      }
      const { message } = describeError(error);
      show({ state: 'failing', error: message });
      metrics.count('anamnesis_follower_failures_total', labels);
      logger.error(
        { ...labels, error: message, frames: stackFramesOf(error) },
        'A follower failed; it will be tried again.',
      );
      return 'failed';
    } finally {
      await lease.release();
      forget();
    }
  };

  show({ state: 'waiting' });
  let failures = 0;
  while (!signal.aborted) {
    const lease = await leases.acquire(`${kind}:${name}`, signal);
    if (!lease) break;
    const since = performance.now();
    const outcome = await workUnder(lease);
    if (outcome === 'failed') {
      // One that comes after a good while at work is the first in its row.
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
