import { describeError } from '../domain/kernel/describe-error.ts';
import { assignPartitions, type Job } from '../domain/operations/assign-partitions.ts';
import { abortablePause } from '../ports/abortable-pause.ts';
import { anySignal } from '../ports/any-signal.ts';
import type { ListLeases } from '../ports/lease-list.ts';
import type { Lease, LeasePool, Leases, LeaseTerms } from '../ports/leases.ts';
import type { Logger } from '../ports/logger.ts';
import type { NodeRegistry } from '../ports/nodes.ts';

type BalancerServices = {
  readonly leases: LeasePool;
  readonly listLeases: ListLeases;
  readonly nodes: NodeRegistry;
  /** The owner id of this process's leases. */
  readonly node: string;
  readonly logger: Logger;
  /** Milliseconds between rebalancing rounds; default: two seconds. */
  readonly lookEvery?: number;
};

/** Leases that are distributed equally among the nodes that can use them. */
export type LeaseBalancer = Leases & {
  /** Announces this node and keeps to its share until the signal aborts; then withdraws it. */
  readonly run: (signal: AbortSignal) => Promise<void>;
};

const LOOK_EVERY_MS = 2000;
/**
 * Milliseconds between rounds while this node has less than its share: another is about to release leases, or to be
 * found dead.
 */
const LOOK_AGAIN_MS = 400;

type Want = Job & LeaseTerms & { readonly grant: (lease: Lease | undefined) => void };
type Held = { readonly job: Job; readonly handOver: AbortController };

/**
 * Creates a balancer that distributes leases among the nodes. Each node announces itself, checks every other second
 * which nodes are alive and what they hold, acquires free leases up to its share, and hands over those beyond it. No
 * node directs another; all follow the state in the database, by its clock.
 */
export const createLeaseBalancer = (services: BalancerServices): LeaseBalancer => {
  const { leases, listLeases, nodes, node, logger, lookEvery = LOOK_EVERY_MS } = services;
  const wants = new Map<string, Want>();
  const held = new Map<string, Held>();
  /** Every job ever requested: one that pauses after a failure still counts. */
  const jobs = new Map<string, Job>();
  let woken = new AbortController();

  const grant = (want: Want, lease: Lease): void => {
    const { name, family, group } = want;
    wants.delete(name);
    const mine: Held = { job: { name, family, group }, handOver: new AbortController() };
    held.set(name, mine);
    const forget = (): void => {
      if (held.get(name) === mine) held.delete(name);
    };
    lease.signal.addEventListener('abort', forget, { once: true });
    want.grant({ ...lease, handOver: mine.handOver.signal });
  };

  const take = async (names: readonly string[]): Promise<void> => {
    const asked = names.flatMap((name) => wants.get(name) ?? []);
    if (asked.length === 0) return;
    for (const lease of await leases.acquireFree(asked)) {
      const want = wants.get(lease.name);
      if (want) grant(want, lease);
      else await lease.release();
    }
  };

  /** Runs one round. Returns whether this node has less than its share. */
  const look = async (): Promise<boolean> => {
    const offers = new Set(
      [...wants.values()]
        .filter(({ reluctantly }) => !reluctantly)
        .map(({ family }) => family)
        .concat([...held.values()].map(({ job }) => job.family)),
    );
    const alive = await nodes.announce([...offers]);
    if (jobs.size === 0) return false;
    const known = (await listLeases()).filter(({ secondsLeft = 0 }) => secondsLeft > 0);
    const owners = new Map(known.map(({ name, owner }) => [name, owner]));
    for (const name of held.keys()) owners.set(name, node);
    for (const [name, owner] of owners) if (owner === node && !held.has(name)) owners.delete(name);
    const workers = alive
      .filter(({ id }) => id !== node)
      .map(({ id, offers: families }) => ({ id, offers: new Set(families) }));
    const assignment = assignPartitions({
      me: node,
      workers: [...workers, { id: node, offers }],
      jobs: [...jobs.values()].filter(({ family }) => offers.has(family)),
      owners,
    });
    const leftOver = [...wants.values()].filter(
      ({ reluctantly, name, family }) => reluctantly && !offers.has(family) && !owners.has(name),
    );
    await take([...assignment.take, ...leftOver.map(({ name }) => name)]);
    for (const name of assignment.handOver) held.get(name)?.handOver.abort();
    return assignment.isShort;
  };

  return {
    acquire: (name, signal, terms = {}) =>
      new Promise((resolve) => {
        const { family = name, group = family } = terms;
        const giveUp = (): void => {
          if (wants.get(name) === want) wants.delete(name);
          resolve(undefined);
        };
        const want: Want = {
          ...terms,
          name,
          family,
          group,
          grant: (lease) => {
            signal.removeEventListener('abort', giveUp);
            resolve(lease);
          },
        };
        if (signal.aborted) return resolve(undefined);
        signal.addEventListener('abort', giveUp, { once: true });
        jobs.set(name, { name, family, group });
        wants.set(name, want);
        woken.abort();
      }),
    run: async (signal) => {
      // Work started at the same time requests its leases first.
      await abortablePause(0, signal);
      while (!signal.aborted) {
        woken = new AbortController();
        let isShort = true;
        try {
          isShort = await look();
        } catch (error) {
          logger.warn(
            { reason: describeError(error).reason },
            'The distribution of work among nodes could not be read.',
          );
        }
        const either = anySignal([signal, woken.signal]);
        await abortablePause(isShort ? Math.min(LOOK_AGAIN_MS, lookEvery) : lookEvery, either);
      }
      await nodes.withdraw().catch(() => {});
    },
  };
};
