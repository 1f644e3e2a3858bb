import type { PartitionOffset, Producer } from 'kafkajs';
import { streamCategories } from '../../../domain/kernel/event.ts';
import { Failure } from '../../../domain/kernel/failure.ts';
import { emptyCloudEvent } from '../../../domain/publication/cloud-event.ts';
import type { EventPublisher, Publication, PublishedEvent } from '../../../ports/event-publisher.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { untilAborted } from '../../../ports/until-aborted.ts';
import { ensureTopics } from '../../cluster/kafka/ensure-topics.ts';
import type { KafkaConfiguration } from '../../cluster/kafka/kafka-configuration.ts';
import type { KafkaConnection } from '../../cluster/kafka/kafka-connection.ts';
import { kafkaFailure } from '../../cluster/kafka/kafka-failure.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import { refusePhi } from './refuse-phi.ts';

type PublisherOptions = {
  readonly connection: KafkaConnection;
  readonly configuration: KafkaConfiguration;
  readonly metrics: Metrics;
};

/**
 * Byte limit of one publication. A broker accepts batches of 1 MiB by default (`message.max.bytes`), and the
 * records for one partition form one batch; keys, headers and framing need some of it.
 */
const MAX_BYTES = 800_000;
const CLOSE_MS = 2000;
/** The client also sends a text with an offset, which its types omit. */
type PartitionNote = PartitionOffset & { readonly metadata: string };
/** For events whose category this version does not know. */
const OTHER = 'other';

const categories: readonly string[] = streamCategories;

/** The media type of the structured mode (CloudEvents, Kafka protocol binding 1.0, section 3.3). */
const CONTENT_TYPE = 'application/cloudevents+json; charset=UTF-8';

/**
 * Publishes events to Kafka as CloudEvents in structured mode, so that they stay complete when headers are
 * lost on the way into files and tables. There is one topic per category, keyed by stream, so the events of a
 * stream are in one partition, in order.
 *
 * Each publication is a transaction that also commits the position, as the offset of a separate group:
 * readers of committed data see all of it or nothing, and the next owner resumes at the exact position after
 * a crash. Opening fences earlier owners at the brokers (the epoch of the transactional id).
 */
export const createKafkaPublisher = ({
  connection,
  configuration,
  metrics,
}: PublisherOptions): EventPublisher => {
  const { prefix, partitions, leavesThePremises, names } = configuration;
  const id = `${prefix}.relay`;
  const topicOf = (category: string): string =>
    `${prefix}.${categories.includes(category) ? category : OTHER}`;
  /** The topic that carries the position, because an offset belongs to a topic. */
  const noteTopic = topicOf(OTHER);

  /**
   * Withholds plain fields that seem to identify a person; the event is then published without data and
   * marked as such.
   */
  const screened = async (published: PublishedEvent): Promise<string> => {
    if (!leavesThePremises) return published.json;
    try {
      await refusePhi([[JSON.stringify(published.event.data ?? null), false]], {
        component: 'kafka',
        metrics,
      });
      return published.json;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { id: eventId, subject: streamId, time: recordedAt, revision } = published.event;
      const type = published.event.type.replace(/^anamnesis\./, '');
      const { position } = published;
      return JSON.stringify(
        emptyCloudEvent({ id: eventId, type, streamId, revision, position, recordedAt }, 'phi', names),
      );
    }
  };

  const messagesOf = async (events: readonly PublishedEvent[]) => {
    const byTopic = new Map<
      string,
      { key: string; value: string; timestamp: string; headers: Record<string, string> }[]
    >();
    for (const published of events) {
      const { event, category } = published;
      const topic = topicOf(category);
      const messages = byTopic.get(topic) ?? [];
      byTopic.set(topic, messages);
      messages.push({
        key: event.partitionkey,
        value: await screened(published),
        timestamp: String(Date.parse(event.time)),
        // Headers let consumers detect duplicates without parsing the event.
        headers: {
          'content-type': CONTENT_TYPE,
          'anamnesis-id': event.id,
          'anamnesis-sequence': event.sequence,
        },
      });
    }
    return [...byTopic].map(([topic, messages]) => ({ topic, messages }));
  };

  const publicationOf = async (producer: Producer): Promise<Publication> => ({
    ...(await noted(connection, id, noteTopic)),
    publish: async (events, upTo) => {
      try {
        const topicMessages = await messagesOf(events);
        const transaction = await producer.transaction();
        try {
          await transaction.sendBatch({ acks: -1, topicMessages });
          const note: PartitionNote = {
            partition: 0,
            offset: String(upTo),
            metadata: events.find(({ position }) => position === upTo)?.event.id ?? '',
          };
          await transaction.sendOffsets({
            consumerGroupId: id,
            topics: [{ topic: noteTopic, partitions: [note] }],
          });
          await transaction.commit();
        } catch (error) {
          if (transaction.isActive()) await transaction.abort().catch(() => {});
          throw error;
        }
      } catch (error) {
        throw kafkaFailure(error);
      }
    },
    close: async () => {
      await waitAtMost(CLOSE_MS, producer.disconnect()).catch(() => false);
    },
  });

  const open = async (producer: Producer): Promise<Publication> => {
    try {
      const topics = [...categories, OTHER].map((category) => ({ topic: topicOf(category), partitions }));
      await ensureTopics(connection, topics, configuration);
      await producer.connect();
      // Brokers fence earlier owners at the first transaction, so an empty one is run.
      const first = await producer.transaction();
      await first.abort();
      return await publicationOf(producer);
    } catch (error) {
      throw kafkaFailure(error);
    }
  };

  return {
    maxBytes: MAX_BYTES,
    open: async (signal) => {
      const producer = connection.producer(id);
      try {
        return await untilAborted(open(producer), signal);
      } catch (error) {
        await waitAtMost(CLOSE_MS, producer.disconnect()).catch(() => false);
        throw error;
      }
    },
  };
};

/**
 * Reads the last committed position; undefined if there is none, or the brokers discarded it after days of
 * inactivity.
 */
const noted = async (
  connection: Pick<KafkaConnection, 'admin'>,
  groupId: string,
  topic: string,
): Promise<Pick<Publication, 'publishedTo' | 'lastId'>> => {
  const admin = connection.admin();
  try {
    await admin.connect();
    const offsets = await admin.fetchOffsets({ groupId, topics: [topic] });
    const note = offsets[0]?.partitions.find(({ partition }) => partition === 0);
    const position = Number(note?.offset);
    return Number.isSafeInteger(position) && position > 0
      ? { publishedTo: position, lastId: note?.metadata || undefined }
      : { publishedTo: undefined, lastId: undefined };
  } finally {
    await waitAtMost(CLOSE_MS, admin.disconnect()).catch(() => false);
  }
};
