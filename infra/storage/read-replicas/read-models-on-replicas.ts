import type { Metrics } from '../../../ports/metrics.ts';
import type { ReadModelReader } from '../../../projections/read-model-reader.ts';
import { generationSchema } from '../../../projections/runner/projection-definition.ts';
import { createLagTracker } from './freshness.ts';
import type { Replica } from './open-replica.ts';

type Needs = {
  /** Reads the primary. */
  readonly readModels: ReadModelReader;
  readonly replicas: readonly Replica[];
  /** Milliseconds that a read without a position may be behind the primary. */
  readonly maxLag: number;
  readonly metrics: Metrics;
};

/**
 * Reads read models from replicas, in turn, if they have reached the position that the reader names and the primary's
 * position of `maxLag` ago. The position of a replica is in its own copy of the row, in the transaction order of the
 * primary: everything that a checkpoint covers is there with it, including erasures. All other reads go to the
 * primary.
 */
export const readModelsOnReplicas = ({ readModels, replicas, maxLag, metrics }: Needs): ReadModelReader => {
  const freshness = createLagTracker(maxLag);
  let turn = 0;
  return {
    locate: readModels.locate,
    open: async (projection, after = 0) => {
      const view = await readModels.open(projection, after);
      const schema = generationSchema(projection, view.generation);
      const required = Math.max(after, freshness.required(schema, view.position));
      const usable = replicas.filter((replica) => replica.state().usable);
      turn += 1;
      const replica = usable[turn % Math.max(1, usable.length)];
      const count = (outcome: 'read' | 'behind' | 'away'): void =>
        metrics.count('anamnesis_read_replica_reads_total', { outcome });
      const position = await replica?.positionOf(projection, view.generation);
      if (replica === undefined || !replica.state().usable) {
        count('away');
        return view;
      }
      if (position === undefined || position < required) {
        count('behind');
        return view;
      }
      count('read');
      return { ...view, position, entities: replica.entities.fork({ schema }) };
    },
  };
};
