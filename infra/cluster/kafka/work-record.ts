import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { fnv1a } from '../../../domain/kernel/fnv-1a.ts';

/**
 * A record for a partition of a consumer in Kafka: the place of its work in the log, without its content. It is true
 * for as long as the log is that log, whatever its sender: a record that comes late, twice or never does no harm.
 */
const recordSchema = z.object({
  /** Which types of events were looked for; another version of the program may look for others. */
  types: z.int(),
  /** Between this position and `start` there is nothing for the partition. */
  from: z.int().min(0),
  /** Its work is after `start`, up to and with `end`; there is none where they are the same. */
  start: z.int().min(0),
  end: z.int().min(0),
  /**
   * When the event at `start` was recorded, where the record skips something: in a log that was restored to an earlier
   * state and has grown again, another event is there.
   */
  recordedAt: z.string(),
});
type WorkRecord = z.output<typeof recordSchema>;

const sealedSchema = recordSchema.extend({
  /** A keyed hash of all of it and of its place. */
  seal: z.string(),
});

/** Says whether two processes look for the same types. */
export const typesMark = (eventTypes: readonly string[]): number => fnv1a(eventTypes.toSorted().join(' '));

/** A record with its place in its partition. */
export type ReceivedRecord = WorkRecord & { readonly offset: bigint };

/** The topic of a consumer's work: with a partition for each partition of the consumer. */
export const workTopic = (prefix: string, consumer: string): string => `${prefix}.work.${consumer}`;

/** The records of one topic. */
type WorkRecords = {
  readonly write: (partition: number, record: WorkRecord) => string;
  /** Undefined for a record without a valid seal for this partition, or from a later version: it is skipped. */
  readonly read: (partition: number, value: Buffer | null) => WorkRecord | undefined;
};

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/**
 * Seals records for one topic. A record has a partition pass over what is in the log: one of another installation with the same
 * prefix, or of somebody else who may write to the topic, would leave work undone for good.
 *
 * @param hash with a key of the installation
 */
export const createWorkRecords = (topic: string, hash: Fingerprint): WorkRecords => {
  const sealOf = (partition: number, { types, from, start, end, recordedAt }: WorkRecord): string =>
    hash([topic, partition, types, from, start, end, recordedAt].join(' '));
  return {
    write: (partition, record) => JSON.stringify({ ...record, seal: sealOf(partition, record) }),
    read: (partition, value) => {
      try {
        const { seal, ...record } = sealedSchema.parse(JSON.parse(String(value)));
        return isSame(seal, sealOf(partition, record)) ? record : undefined;
      } catch {
        return undefined;
      }
    },
  };
};
