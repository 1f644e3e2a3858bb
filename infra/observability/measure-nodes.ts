import type { Metrics } from '../../ports/metrics.ts';
import { type ListNodes, nodeDuties, nodeRoles } from '../../ports/nodes.ts';
import { readInTime } from './read-in-time.ts';

/** Sets the gauges of live nodes, or omits them if they cannot be read in time. Never rejects. */
export const measureNodes = async (listNodes: ListNodes, metrics: Metrics): Promise<void> => {
  const listed = await readInTime(listNodes());
  metrics.forget('anamnesis_nodes');
  metrics.forget('anamnesis_duty_covered');
  if (!listed) return;
  const { nodes, missing } = listed;
  for (const role of nodeRoles) {
    const alive = nodes.filter((node) => node.alive && node.role === role);
    metrics.gauge('anamnesis_nodes', alive.length, { role });
  }
  for (const duty of nodeDuties)
    metrics.gauge('anamnesis_duty_covered', missing.includes(duty) ? 0 : 1, { duty });
};
