import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { waitAtMost } from '../../infra/resilience/wait-at-most.ts';
import type { ComponentMonitor, ComponentProbe } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { degradedModeProbes } from './degraded-mode-probes.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

type Probed = {
  readonly configuration: Pick<Configuration, 'llm'>;
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  readonly commandServices: Pick<CommandServices, 'phiDetector'>;
  readonly health: Pick<ComponentMonitor, 'degraded' | 'report'>;
  readonly metrics: Metrics;
};

/** The time limit for components without a guard of their own, in milliseconds; the same as for a search. */
const PROBE_MS = 5000;

const inTime = async (look: Promise<unknown>): Promise<void> => {
  if (!(await waitAtMost(PROBE_MS, look))) throw new Error('The component did not answer in time.');
};

/**
 * The probes of all components that may fail. They contain no user data and cost next to nothing: a failed service is
 * asked to process one short text.
 */
export const componentProbes = (probed: Probed): readonly ComponentProbe[] => {
  const { configuration, storage, searchParts, commandServices, health, metrics } = probed;
  const { redis } = storage;
  const { database } = storage.connection;
  const { embedders, reranker, vectors, vectorBackend } = searchParts;
  return [
    ...degradedModeProbes({ llm: configuration.llm, health, metrics }),
    { component: 'database', reports: false, look: () => inTime(database.query('SELECT 1 AS one')) },
    ...(vectorBackend === 'qdrant'
      ? [
          {
            component: 'knowledge-search',
            reports: false,
            look: () => inTime(vectors.check()),
          } satisfies ComponentProbe,
        ]
      : []),
    ...(redis === undefined
      ? []
      : [{ component: 'redis', reports: true, look: redis.check } satisfies ComponentProbe]),
    // Uploads are rare: the check finds an outage before a user does.
    { component: 'blob-store', reports: false, look: storage.fileStore.check },
    {
      component: 'embedding',
      reports: true,
      // A different text each time, or the vector would come from the cache.
      look: (signal) => embedders.configured.embedQuery(`component check ${Date.now()}`, { signal }),
    },
    {
      component: 'phi-detector',
      reports: true,
      look: (signal) => commandServices.phiDetector.screen('component check', { signal }),
    },
    ...(storage.kafka === undefined
      ? []
      : [{ component: 'kafka', reports: false, look: storage.kafka.look } satisfies ComponentProbe]),
    ...(reranker === undefined
      ? []
      : [
          {
            component: 'reranker',
            reports: true,
            look: (signal) => reranker.rerank('component check', ['component check'], { signal }),
          } satisfies ComponentProbe,
        ]),
  ];
};
