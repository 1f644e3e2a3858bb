import { counted } from '../../../../domain/kernel/counted.ts';
import type { ListNodes } from '../../../../ports/nodes.ts';
import { type Check, fine, problem } from '../check.ts';

/** Lists the nodes that share the work, and duties that no node covers. */
export const nodes = ({ listNodes }: { readonly listNodes: ListNodes }): Check => ({
  name: 'nodes',
  run: async function* () {
    const { nodes: all, missing } = await listNodes();
    const alive = all.filter((node) => node.alive);
    if (alive.length === 0) {
      yield fine('No node runs.');
      return;
    }
    const roles = alive.map(({ host, role, version, shares }) => `${host} (${role}, ${version}, ${shares})`);
    yield fine(`${counted(alive.length, 'node')} (role, version, shares of the work): ${roles.join(', ')}.`);
    for (const duty of missing)
      yield problem(
        `No node does this: ${duty}.`,
        'Start one with ROLE=all, or api for requests, worker for consumers, projector for projections.',
      );
  },
});
