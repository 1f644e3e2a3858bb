import { fnv1a } from '../kernel/fnv-1a.ts';

/** A job, done by one node at a time. */
export type Job = {
  readonly name: string;
  /** A node can do all jobs of a family or none. */
  readonly family: string;
  /** Jobs of a group are counted together and spread evenly over the nodes. */
  readonly group: string;
};

/** A live node and the families whose jobs it can do. */
export type Worker = { readonly id: string; readonly offers: ReadonlySet<string> };

export type PartitionAssignment = {
  /** Free jobs that this node should take. */
  readonly take: readonly string[];
  /** Jobs that this node should hand over. */
  readonly handOver: readonly string[];
  /** Whether this node has less than its share. */
  readonly isShort: boolean;
};

/** An order of texts that differs by node, so that nodes do not compete for the same job. */
const byHash = (seed: string, texts: readonly string[]): readonly string[] =>
  texts
    .map((text) => ({ text, hash: fnv1a(`${seed} ${text}`) }))
    .toSorted((one, other) => one.hash - other.hash || (one.text < other.text ? -1 : 1))
    .map(({ text }) => text);

/** The number of jobs for each node: as equal as possible, with the remainder going to those that have most. */
const targetsOf = (
  group: string,
  workers: readonly string[],
  counts: ReadonlyMap<string, number>,
  total: number,
): ReadonlyMap<string, number> => {
  const least = Math.floor(total / workers.length);
  const over = total % workers.length;
  const ranked = byHash(group, workers).toSorted(
    (one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0),
  );
  return new Map(ranked.map((id, rank) => [id, least + (rank < over ? 1 : 0)]));
};

/**
 * The moves of one node that spread the work evenly. Each node computes its own, and all agree because they use the same
 * facts. Nothing moves while the work is even, and otherwise as little as possible.
 *
 * A job that only some nodes can do (a newer version next to an older one) is shared among those. A job held by a node
 * that is not among them is left out until that node releases it.
 */
export const assignPartitions = ({
  me,
  workers,
  jobs,
  owners,
}: {
  readonly me: string;
  /** The live nodes, including this one. */
  readonly workers: readonly Worker[];
  /** All jobs of the families that this node offers. */
  readonly jobs: readonly Job[];
  /** The current holder of each job; absent for a free job. */
  readonly owners: ReadonlyMap<string, string>;
}): PartitionAssignment => {
  /** Jobs that are counted together: of one group, and of the same nodes. */
  const classes = new Map<string, { group: string; capable: readonly string[]; jobs: Job[] }>();
  const capableOf = new Map<string, readonly string[]>();
  for (const job of jobs) {
    const capable =
      capableOf.get(job.family) ??
      workers
        .filter(({ id, offers }) => id === me || offers.has(job.family))
        .map(({ id }) => id)
        .toSorted();
    capableOf.set(job.family, capable);
    const owner = owners.get(job.name);
    if (owner !== undefined && !capable.includes(owner)) continue;
    const key = JSON.stringify([job.group, capable]);
    const known = classes.get(key) ?? { group: job.group, capable, jobs: [] };
    classes.set(key, known);
    known.jobs.push(job);
  }
  const take: string[] = [];
  const handOver: string[] = [];
  let isShort = false;
  for (const { group, capable, jobs: own } of classes.values()) {
    const counts = new Map<string, number>();
    for (const { name } of own) {
      const owner = owners.get(name);
      if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    const target = targetsOf(group, capable, counts, own.length).get(me) ?? 0;
    const mine = own.filter(({ name }) => owners.get(name) === me).map(({ name }) => name);
    if (mine.length > target) handOver.push(...mine.toSorted().slice(target));
    if (mine.length >= target) continue;
    isShort = true;
    const free = own.filter(({ name }) => !owners.has(name)).map(({ name }) => name);
    take.push(...byHash(me, free).slice(0, target - mine.length));
  }
  return { take, handOver, isShort };
};
