import type { Metrics } from '../../ports/metrics.ts';
import { type ListNodes, nodeDuties, nodeRoles } from '../../ports/nodes.ts';
import { waitAtMost } from '../resilience/wait-at-most.ts';

/** Half the scrape timeout of Prometheus. */
const TIMEOUT_MS = 5_000;

/** Sets the gauges of live nodes, or omits them if they cannot be read in time. Never rejects. */
export const measureNodes = async (listNodes: ListNodes, metrics: Metrics): Promise<void> => {
  const reading = listNodes();
  const isKnown = await waitAtMost(TIMEOUT_MS, reading).catch(() => false);
  metrics.forget('anamnesis_nodes');
  metrics.forget('anamnesis_duty_covered');
  if (!isKnown) return;
  const { nodes, missing } = await reading;
  for (const role of nodeRoles) {
    const alive = nodes.filter((node) => node.alive && node.role === role);
    metrics.gauge('anamnesis_nodes', alive.length, { role });
  }
  for (const duty of nodeDuties)
    metrics.gauge('anamnesis_duty_covered', missing.includes(duty) ? 0 : 1, { duty });
};
