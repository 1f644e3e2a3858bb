import type { Replica, ReplicaState } from '../../infra/storage/read-replicas/open-replica.ts';
import type { StoredEntities } from '../../infra/storage/stored-entities.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Storage } from './open-storage.ts';

type ReplicaNeeds = {
  readonly configuration: Pick<Configuration, 'replicas' | 'database'>;
  readonly storage: Pick<Storage, 'connection' | 'generations'>;
  readonly stored: Pick<StoredEntities, 'connection' | 'schemas'>;
  readonly readModels: ReadModelReader;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

/** Read replicas and their state. */
export type Replicas = {
  /** The read models for display; decisions use the primary. */
  readonly readModels: ReadModelReader;
  readonly states: () => readonly ReplicaState[];
  readonly measure: () => void;
};

/** Opens the configured replicas, if any. Registers what must be closed on `resources`. */
export const openReplicas = async (
  { configuration, storage, stored, readModels, logger, metrics }: ReplicaNeeds,
  resources: AsyncDisposableStack,
): Promise<Replicas> => {
  const { urls, maxLag } = configuration.replicas;
  const { database } = storage.connection;
  const { connection } = stored;
  if (database.kind === 'embedded' || connection === undefined || urls.length === 0)
    return { readModels, states: () => [], measure: () => {} };
  const { openReplica } = await import('../../infra/storage/read-replicas/open-replica.ts');
  const { readModelsOnReplicas } = await import(
    '../../infra/storage/read-replicas/read-models-on-replicas.ts'
  );
  const replicas: readonly Replica[] = await Promise.all(
    urls.map((connectionString, index) =>
      openReplica({
        number: index + 1,
        connectionString,
        primary: { database, connection },
        entities: stored.schemas,
        generations: storage.generations,
        times: configuration.database.times,
        readPoolSize: configuration.database.readPoolSize,
        logger,
      }),
    ),
  );
  for (const replica of replicas) resources.defer(() => replica.close());
  const states = (): readonly ReplicaState[] => replicas.map((replica) => replica.state());
  return {
    readModels: readModelsOnReplicas({ readModels, replicas, maxLag, metrics }),
    states,
    measure: () => {
      const known = states();
      metrics.gauge('anamnesis_read_replicas_usable', known.filter(({ usable }) => usable).length, {});
      const behind = known.flatMap(({ usable, bytesBehind }) =>
        usable && bytesBehind !== undefined ? [bytesBehind] : [],
      );
      if (behind.length > 0) metrics.gauge('anamnesis_read_replica_behind_bytes', Math.max(...behind), {});
    },
  };
};
