import type { FollowerRegistry } from '../../followers/follower-registry.ts';
import type { LeaseState } from '../../ports/lease-list.ts';
import type { PartitionOwner, ProjectionStatus } from '../projection-status.ts';

/** The worst state first: it is shown for all partitions of a consumer. */
const gravest = ['failing', 'blocked', 'running', 'waiting'] as const;

const ownersOf = (owners: readonly string[]): readonly PartitionOwner[] => {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts]
    .map(([node, shares]) => ({ node, shares }))
    .toSorted((one, other) => other.shares - one.shares || (one.node < other.node ? -1 : 1));
};

/** A projection or consumer. */
type Followed = {
  readonly kind: ProjectionStatus['kind'];
  /** The names of its partitions. */
  readonly partitions: readonly string[];
  /** The held leases, by name. */
  readonly held: ReadonlyMap<string, LeaseState>;
};

type Condition = Pick<ProjectionStatus, 'alive' | 'state' | 'error' | 'ownerSeconds' | 'owners' | 'shares'>;

/** The condition of a follower: this process's knowledge of its own work takes precedence over the leases of others. */
export const conditionOf = (
  { kind, partitions, held }: Followed,
  followerRegistry: Pick<FollowerRegistry, 'get' | 'health'>,
): Condition => {
  const healths = partitions.map(
    (partition) => followerRegistry.health(partition) ?? { state: 'waiting' as const },
  );
  const { state, error } = gravest
    .flatMap((grave) => healths.find((health) => health.state === grave) ?? [])
    .at(0) ?? { state: 'waiting' as const, error: undefined };
  const isTrouble = state === 'failing' || state === 'blocked';
  const why = error === undefined ? {} : { error };
  const leases = partitions.flatMap((partition) => held.get(`${kind}:${partition}`) ?? []);
  const alive = leases.length > 0;
  const ages = leases.flatMap(({ ownedFor }) => ownedFor ?? []);
  const owner = {
    alive,
    owners: ownersOf(leases.map(({ owner }) => owner)),
    shares: partitions.length,
    ...(ages.length > 0 ? { ownerSeconds: Math.min(...ages) } : {}),
  };
  // Another process may have taken over work that this one could not do.
  if (partitions.some((partition) => followerRegistry.get(partition)))
    return { ...owner, state: isTrouble ? state : 'running', ...why };
  if (alive) return { ...owner, state: 'waiting' };
  return { ...owner, state: isTrouble ? state : 'stopped', ...why };
};
