import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { fnv1a } from '../../../domain/kernel/fnv-1a.ts';

/**
 * A Kafka record for a partition of a consumer: the position of its work in the log, without its content. It holds for
 * this log whatever its sender: a late, duplicate or missing record does no harm.
 */
const recordSchema = z.object({
  /** A hash of the selected types of events; another version of the program may select others. */
  types: z.int(),
  /** The partition has no events between this position and `start`. */
  from: z.int().min(0),
  /** Its work lies after `start`, up to and including `end`; there is none if they are equal. */
  start: z.int().min(0),
  end: z.int().min(0),
  /**
   * When the event at `start` was recorded, if the record skips anything: a log that was restored to an earlier state
   * and has grown again has a different event there.
   */
  recordedAt: z.string(),
});
type WorkRecord = z.output<typeof recordSchema>;

const sealedSchema = recordSchema.extend({
  /** A keyed hash of all members and the record's place. */
  seal: z.string(),
});

/** A hash that is equal for processes that select the same types. */
export const eventTypesHash = (eventTypes: readonly string[]): number =>
  fnv1a(eventTypes.toSorted().join(' '));

/** A record with its offset in its partition. */
export type ReceivedRecord = WorkRecord & { readonly offset: bigint };

/** The topic of a consumer's work, with one partition for each partition of the consumer. */
export const workTopic = (prefix: string, consumer: string): string => `${prefix}.work.${consumer}`;

/** The records of one topic. */
type WorkRecords = {
  readonly write: (partition: number, record: WorkRecord) => string;
  /**
   * Undefined for a record without a valid seal for this partition, or from a later version; such records are skipped.
   */
  readonly read: (partition: number, value: Buffer | null) => WorkRecord | undefined;
};

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/**
 * Creates the sealed records of one topic. A record makes a partition skip part of the log: a forged one, or one of
 * another installation with the same prefix, would leave work undone for good.
 *
 * @param hash a hash with a key of the installation
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
