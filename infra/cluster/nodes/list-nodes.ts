import type { ListLeases } from '../../../ports/lease-list.ts';
import { type ListNodes, missingDuties, type NodeRegistry } from '../../../ports/nodes.ts';

/** `consumer:indexing-worker/07` is a share of the indexing worker. */
const workOf = (lease: string): string => lease.replace(/^[a-z]+:/, '').split('/')[0] ?? lease;

const isWork = (lease: string): boolean => lease.startsWith('consumer:') || lease.startsWith('projection:');

/** Lists the nodes and, from the leases, the work of each. */
export const createListNodes =
  (registry: Pick<NodeRegistry, 'list'>, listLeases: ListLeases, self: string): ListNodes =>
  async () => {
    const [nodes, leases] = await Promise.all([registry.list(), listLeases()]);
    const held = leases.filter(({ name, secondsLeft = 0 }) => secondsLeft > 0 && isWork(name));
    const listed = nodes.map((node) => {
      const counts = new Map<string, number>();
      for (const { name, owner } of held)
        if (owner === node.id) counts.set(workOf(name), (counts.get(workOf(name)) ?? 0) + 1);
      const work = [...counts]
        .map(([name, shares]) => ({ name, shares }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const shares = work.reduce((sum, one) => sum + one.shares, 0);
      return { ...node, self: node.id === self, shares, work };
    });
    return { nodes: listed, missing: missingDuties(nodes.filter(({ alive }) => alive)) };
  };
