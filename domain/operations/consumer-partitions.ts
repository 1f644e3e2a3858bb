import { fnv1a } from '../kernel/fnv-1a.ts';

/**
 * The number of partitions of every consumer, so that as many nodes can work on it at a time. Fixed, because checkpoints
 * are stored by partition. Divides evenly among 2, 4, 8 and 16 nodes; three get 6, 5 and 5.
 */
export const PARTITION_COUNT = 16;

/** The partition of an ordering key, the same on every node and in every version of the program. */
export const partitionOfKey = (key: string): number => {
  // The low bits of FNV-1a alone depend on the low bits of the characters only.
  const mixed = Math.imul(fnv1a(key) ^ (fnv1a(key) >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % PARTITION_COUNT;
};

/** The name of a consumer's partition, used for its lease and its checkpoint. */
export const partitionName = (consumer: string, partition: number): string =>
  `${consumer}/${String(partition).padStart(2, '0')}`;

/** The names of all partitions of a consumer. */
export const partitionNames = (consumer: string): readonly string[] =>
  Array.from({ length: PARTITION_COUNT }, (_, partition) => partitionName(consumer, partition));
