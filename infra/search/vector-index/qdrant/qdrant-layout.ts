import type { Schemas } from '@qdrant/js-client-rest';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { VectorSearchConfiguration } from '../vector-search-configuration.ts';

/** The configured storage of collections on the server. */
export type QdrantLayout = {
  readonly quantization: 'none' | 'scalar' | 'binary';
  /** Candidates taken by quantized vectors for each hit wanted, before rescoring with the full vectors. */
  readonly oversampling: number;
  /** Vectors, graph and payload are read from disk; quantized vectors stay in memory. */
  readonly onDisk: boolean;
  /** Default: the server's setting, one per node. */
  readonly shards?: number;
  readonly replicas?: number;
  /** Replicas that must confirm a write. */
  readonly writeConsistency?: number;
};

export const usualLayout: QdrantLayout = { quantization: 'none', oversampling: 1, onDisk: false };

/** Bytes of a 32-bit float. */
const FLOAT = 4;
const KILOBYTE = 1024;
/** The smallest value that Qdrant accepts. */
const LEAST_THRESHOLD = 10;
/** Qdrant's default: smaller segments are searched as quickly without a graph. */
const USUAL_INDEXING_THRESHOLD = 10_000;
/** Clips the largest hundredth of the components, as Qdrant recommends. */
const QUANTILE = 0.99;

const quantizationOf = ({
  quantization,
}: QdrantLayout): Schemas['ScalarQuantization'] | Schemas['BinaryQuantization'] | 'Disabled' => {
  switch (quantization) {
    case 'scalar':
      return { scalar: { type: 'int8', quantile: QUANTILE, always_ram: true } };
    case 'binary':
      return { binary: { always_ram: true } };
    case 'none':
      return 'Disabled';
  }
};

/**
 * Settings of a new collection that cannot be changed later, or only at a cost. Nothing is indexed while it
 * is filled.
 */
export const newCollection = (
  layout: QdrantLayout,
  {
    dimensions,
    meaning,
    words,
  }: { readonly dimensions: number; readonly meaning: string; readonly words: string },
): Schemas['CreateCollection'] => ({
  vectors: {
    [meaning]: {
      size: dimensions,
      distance: 'Cosine',
      hnsw_config: { m: 0 },
      ...(layout.onDisk ? { on_disk: true } : {}),
    },
  },
  sparse_vectors: { [words]: { modifier: 'idf' } },
  ...(layout.onDisk ? { on_disk_payload: true } : {}),
  ...omitUndefined({
    shard_number: layout.shards,
    replication_factor: layout.replicas,
    write_consistency_factor: layout.writeConsistency,
  }),
});

/** The settings a collection should have once it is filled: with a graph if it is large. */
export const desiredCollection = (
  layout: QdrantLayout,
  search: VectorSearchConfiguration,
  {
    dimensions,
    meaning,
    isLarge,
  }: { readonly dimensions: number; readonly meaning: string; readonly isLarge: boolean },
): Schemas['UpdateCollection'] => {
  // Qdrant compares vectors one by one when a filter leaves at most this many kilobytes of them.
  const exactUpTo = Math.max(
    LEAST_THRESHOLD,
    Math.ceil((search.policy.exactUpTo * dimensions * FLOAT) / KILOBYTE),
  );
  return {
    vectors: {
      [meaning]: {
        on_disk: layout.onDisk,
        quantization_config: isLarge ? quantizationOf(layout) : 'Disabled',
        hnsw_config: isLarge
          ? {
              m: search.graph.m,
              ef_construct: search.graph.efConstruct,
              full_scan_threshold: exactUpTo,
              on_disk: layout.onDisk,
            }
          : { m: 0 },
      },
    },
    ...(isLarge
      ? { optimizers_config: { indexing_threshold: Math.min(USUAL_INDEXING_THRESHOLD, exactUpTo) } }
      : {}),
    params: {
      on_disk_payload: layout.onDisk,
      ...omitUndefined({ write_consistency_factor: layout.writeConsistency }),
    },
  };
};

/** True when `found` contains every wanted setting; extra settings are ignored. */
const isWithin = (wanted: unknown, found: unknown): boolean => {
  if (wanted === 'Disabled') return found === undefined || found === null;
  if (typeof wanted !== 'object' || wanted === null) return wanted === (found ?? false) || wanted === found;
  return Object.entries(wanted).every(([name, value]) =>
    isWithin(
      value,
      typeof found === 'object' && found !== null
        ? Object.entries(found).find(([key]) => key === name)?.[1]
        : undefined,
    ),
  );
};

/** The wanted settings that a collection lacks; undefined when there is nothing to change. */
export const settingsToChange = (
  { vectors, optimizers_config: optimizers, params }: Schemas['UpdateCollection'],
  { config }: Pick<Schemas['CollectionInfo'], 'config'>,
): Schemas['UpdateCollection'] | undefined => {
  const changes = {
    ...(isWithin(vectors, config.params.vectors) ? {} : { vectors }),
    ...(isWithin(optimizers ?? {}, config.optimizer_config) ? {} : { optimizers_config: optimizers }),
    ...(isWithin(params ?? {}, config.params) ? {} : { params }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
};

/** True when a collection has the configured shards and replicas, which only a new collection can change. */
export const hasConfiguredShards = (
  { shards, replicas }: QdrantLayout,
  { config }: Pick<Schemas['CollectionInfo'], 'config'>,
): boolean =>
  (shards === undefined || shards === config.params.shard_number) &&
  (replicas === undefined || replicas === config.params.replication_factor);

/** The parameters of a search with the given precision. */
export const searchParams = (
  { quantization, oversampling }: QdrantLayout,
  precision: 'exact' | { readonly ef: number },
): Schemas['SearchParams'] => {
  if (precision === 'exact')
    return quantization === 'none' ? { exact: true } : { exact: true, quantization: { ignore: true } };
  return {
    hnsw_ef: precision.ef,
    ...(quantization === 'none' ? {} : { quantization: { rescore: true, oversampling } }),
  };
};
