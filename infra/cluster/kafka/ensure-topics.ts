import { setTimeout as pause } from 'node:timers/promises';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import type { KafkaConfiguration } from './kafka-configuration.ts';
import type { KafkaConnection } from './kafka-connection.ts';

/** A required topic. */
type WantedTopic = {
  readonly topic: string;
  readonly partitions: number;
  /** Settings under their names at the brokers. */
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * For topics that this program reads. With these settings, brokers refuse compressed and far too large records: the
 * client decompresses without a bound, and does not support every codec.
 */
export const boundedRecords = {
  settings: { 'compression.type': 'uncompressed', 'max.message.bytes': '65536' },
} as const;

/** Milliseconds allowed for disconnecting. */
const CLOSE_MS = 2000;
const LOOK_EVERY_MS = 100;
const LOOKS = 30;

/** Creates missing topics with the given number of partitions; existing ones are left unchanged. */
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
    // Returns false if another process created them in the meantime.
    await admin.createTopics({
      // Waiting for leaders may fail at a broker that has not received the topic yet.
      waitForLeaders: false,
      topics: missing.map(({ topic, partitions, settings = {} }) => ({
        topic,
        numPartitions: partitions,
        configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
        // -1 is the brokers' default.
        replicationFactor: replication ?? -1,
      })),
    });
    // A broker lists a topic some milliseconds after creating it.
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
