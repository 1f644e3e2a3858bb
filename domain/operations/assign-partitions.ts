import { fnv1a } from '../kernel/fnv-1a.ts';

/** Something that one node does at a time. */
export type Job = {
  readonly name: string;
  /** What a node offers to do: all jobs of a family or none. */
  readonly family: string;
  /** Jobs of a group are counted together: each node does as many of them as any other. */
  readonly group: string;
};

/** A node that lives, and the families whose jobs it can do. */
export type Worker = { readonly id: string; readonly offers: ReadonlySet<string> };

export type PartitionAssignment = {
  /** Free jobs that this node should take. */
  readonly take: readonly string[];
  /** Jobs of this node that others should have. */
  readonly handOver: readonly string[];
  /** Whether this node has less than its share. */
  readonly isShort: boolean;
};

/** An order of texts that differs from node to node, so that nodes do not all reach for the same job. */
const byHash = (seed: string, texts: readonly string[]): readonly string[] =>
  texts
    .map((text) => ({ text, hash: fnv1a(`${seed} ${text}`) }))
    .toSorted((one, other) => one.hash - other.hash || (one.text < other.text ? -1 : 1))
    .map(({ text }) => text);

/** How many jobs each node should have: as equal as can be, what is over going to those that have most. */
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
 * What one node has to do for the work to be spread evenly: each node asks for itself, and all come to the same answer
 * from the same facts. Nothing moves while the work is even, and otherwise as little as possible.
 *
 * A job of which only some nodes are capable (a newer version beside an older one) is shared among those. What somebody
 * else holds who is not among them is left out until that one lets go.
 */
export const assignPartitions = ({
  me,
  workers,
  jobs,
  owners,
}: {
  readonly me: string;
  /** Those that live, this node among them. */
  readonly workers: readonly Worker[];
  /** All jobs of the families that this node offers. */
  readonly jobs: readonly Job[];
  /** Who holds which job now; a job without a holder is missing. */
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
