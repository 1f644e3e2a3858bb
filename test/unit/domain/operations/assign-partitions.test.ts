import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignPartitions, type Job } from '../../../../domain/operations/assign-partitions.ts';

const jobs: readonly Job[] = Array.from({ length: 16 }, (_, n) => ({
  name: `x/${n}`,
  family: 'x',
  group: 'x',
}));
const ids = ['ada', 'bea', 'cai', 'dov', 'eve'];

/** One round: every node in turn follows its assignment. */
const round = (owners: Map<string, string>, nodes: readonly string[]): number => {
  const workers = nodes.map((id) => ({ id, offers: new Set(['x']) }));
  let moves = 0;
  for (const me of nodes) {
    const { take, handOver } = assignPartitions({ me, workers, jobs, owners });
    for (const name of take) owners.set(name, me);
    for (const name of handOver) owners.delete(name);
    moves += take.length + handOver.length;
  }
  return moves;
};
const countsOf = (owners: ReadonlyMap<string, string>, nodes: readonly string[]): readonly number[] =>
  nodes.map((id) => [...owners.values()].filter((owner) => owner === id).length);

const arbitraryNodes = fc.subarray(ids, { minLength: 1 });
const arbitraryOwners = (nodes: readonly string[]) =>
  fc.array(fc.option(fc.constantFrom(...nodes), { nil: undefined }), { minLength: 16, maxLength: 16 });
const arbitraryState = arbitraryNodes.chain((nodes) =>
  arbitraryOwners(nodes).map((held) => ({
    nodes,
    owners: new Map(jobs.flatMap(({ name }, n) => (held[n] === undefined ? [] : [[name, held[n]] as const]))),
  })),
);

describe('assigning partitions', () => {
  it('reaches equal shares within a few rounds from any start, and then moves nothing', () => {
    fc.assert(
      fc.property(arbitraryState, ({ nodes, owners }) => {
        for (let times = 0; times < 4; times += 1) round(owners, nodes);
        expect(owners.size).toBe(jobs.length);
        const counts = countsOf(owners, nodes);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        expect(round(owners, nodes)).toBe(0);
      }),
    );
  });

  it('moves only as many as a new node needs', () => {
    const owners = new Map(jobs.map(({ name }, n) => [name, n < 8 ? 'ada' : 'bea']));
    const before = new Map(owners);
    for (let times = 0; times < 4; times += 1) round(owners, ['ada', 'bea', 'cai']);
    const moved = [...owners].filter(([name, owner]) => before.get(name) !== owner);
    expect(moved).toHaveLength(5);
  });

  it('leaves partitions to the nodes that can run them, and those of an unknown node with it', () => {
    const workers = [
      { id: 'new', offers: new Set(['x']) },
      { id: 'old', offers: new Set<string>() },
    ];
    const owners = new Map([['x/3', 'former']]);
    const { take, handOver } = assignPartitions({ me: 'new', workers, jobs, owners });
    expect(take).toHaveLength(15);
    expect(take).not.toContain('x/3');
    expect(handOver).toEqual([]);
  });
});
