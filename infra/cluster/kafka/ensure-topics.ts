import { setTimeout as pause } from 'node:timers/promises';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import type { KafkaConfiguration } from './kafka-configuration.ts';
import type { KafkaConnection } from './kafka-connection.ts';

/** A topic that has to be there. */
type WantedTopic = {
  readonly topic: string;
  readonly partitions: number;
  /** Settings by the names that brokers know them by. */
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * For topics that this program reads. The brokers then refuse records that decompress into more than their size, by any
 * codec, or that are far too many: the client decompresses without a bound, and does not support every codec.
 */
export const boundedRecords = {
  settings: { 'compression.type': 'uncompressed', 'max.message.bytes': '65536' },
} as const;

/** Milliseconds for good-byes. */
const CLOSE_MS = 2000;
const LOOK_EVERY_MS = 100;
const LOOKS = 30;

/** Creates missing topics with this number of partitions; existing ones stay as they are. */
export const ensureTopics = async (
  connection: Pick<KafkaConnection, 'admin'>,
  wanted: readonly WantedTopic[],
  { replication }: Pick<KafkaConfiguration, 'replication'>,
): Promise<void> => {
  const admin = connection.admin();
  try {
    await admin.connect();
    const there = new Set(await admin.listTopics());
    const missing = wanted.filter(({ topic }) => !there.has(topic));
    if (missing.length === 0) return;
    // Answers false when somebody else made them meanwhile.
    await admin.createTopics({
      // Waiting for leaders may fail at a broker that does not have the topic yet.
      waitForLeaders: false,
      topics: missing.map(({ topic, partitions, settings = {} }) => ({
        topic,
        numPartitions: partitions,
        configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
        // -1 is the brokers' default.
        replicationFactor: replication ?? -1,
      })),
    });
    // Some milliseconds pass until a broker that has created a topic lists it.
    const names = missing.map(({ topic }) => topic);
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const known = new Set(await admin.listTopics());
      if (names.every((topic) => known.has(topic))) return;
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    await waitAtMost(CLOSE_MS, admin.disconnect()).catch(() => false);
  }
};
