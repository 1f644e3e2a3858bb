import type { Schemas } from '@qdrant/js-client-rest';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { VectorSearchConfiguration } from '../vector-search-configuration.ts';

/** How collections lie on the server, as it was configured. */
export type QdrantLayout = {
  readonly quantization: 'none' | 'scalar' | 'binary';
  /** Candidates taken by their short forms for each one that is wanted, before the vectors themselves decide. */
  readonly oversampling: number;
  /** Vectors, graph and payload are read from the disk; short forms stay in memory. */
  readonly onDisk: boolean;
  /** Absent: as the server has it, one for each node. */
  readonly shards?: number;
  readonly replicas?: number;
  /** Replicas that must have taken a write before it counts. */
  readonly writeConsistency?: number;
};

export const usualLayout: QdrantLayout = { quantization: 'none', oversampling: 1, onDisk: false };

/** Of 32-bit floats. */
const FLOAT = 4;
const KILOBYTE = 1024;
/** What Qdrant takes at the least. */
const LEAST_THRESHOLD = 10;
/** Qdrant's own: segments of less are searched without a graph, as quickly. */
const USUAL_INDEXING_THRESHOLD = 10_000;
/** The largest hundredth of the components is cut off; Qdrant's advice. */
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

/** What a collection is made with that cannot be changed later, or not well: nothing is indexed while it is filled. */
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

/** What a collection of that many dimensions should be once it is filled: with a graph where it holds many vectors. */
export const wantedCollection = (
  layout: QdrantLayout,
  search: VectorSearchConfiguration,
  {
    dimensions,
    meaning,
    isLarge,
  }: { readonly dimensions: number; readonly meaning: string; readonly isLarge: boolean },
): Schemas['UpdateCollection'] => {
  // Qdrant compares vectors one by one where a filter leaves at most this many.
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

/** Whether everything that is wanted is so, however much more there is. */
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

/** The parts of what is wanted in which a collection differs; undefined where there is nothing to change. */
export const changesTo = (
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

/** Whether a collection is spread as it is wanted, which only another collection can change. */
export const isSpreadAsWanted = (
  { shards, replicas }: QdrantLayout,
  { config }: Pick<Schemas['CollectionInfo'], 'config'>,
): boolean =>
  (shards === undefined || shards === config.params.shard_number) &&
  (replicas === undefined || replicas === config.params.replication_factor);

/** How the nearest are looked for. */
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
