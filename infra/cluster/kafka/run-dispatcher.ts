import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { PARTITION_COUNT, partitionNames } from '../../../domain/operations/consumer-partitions.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Checkpoints } from '../../../ports/checkpoints.ts';
import type { FollowedWork } from '../../../ports/consumer-feed.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { Ownership, RunFollower } from '../../../ports/follower.ts';
import type { Leases } from '../../../ports/leases.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import { divideEvents, PAGE_SIZE } from './divided-log.ts';
import { boundedRecords, ensureTopics } from './ensure-topics.ts';
import type { KafkaConfiguration } from './kafka-configuration.ts';
import type { KafkaConnection } from './kafka-connection.ts';
import { kafkaFailure } from './kafka-failure.ts';
import { createWorkRecords, eventTypesHash, workTopic } from './work-record.ts';

export type DispatcherServices = {
  readonly runFollower: RunFollower;
  readonly leases: Leases;
  readonly connection: KafkaConnection;
  readonly configuration: Pick<KafkaConfiguration, 'prefix' | 'replication'>;
  readonly eventStore: Pick<EventStore, 'subscribePages' | 'recordedAt'>;
  readonly checkpoints: Checkpoints;
  /** A hash with a key of the installation, which authenticates the records. */
  readonly workHash: Fingerprint;
};

const all: readonly number[] = Array.from({ length: PARTITION_COUNT }, (_, partition) => partition);

/** Interval in milliseconds at which idle partitions receive empty records, so that their checkpoints advance. */
const PASSED_EVERY_MS = 1000;
const CLOSE_MS = 2000;

/** At the consumer's checkpoint at the earliest: it needs no records of finished work. */
const startOf = async (name: string, own: string, { checkpoints }: DispatcherServices): Promise<Position> => {
  const [dispatched, whole, ...partitions] = await Promise.all(
    [own, name, ...partitionNames(name)].map(checkpoints.read),
  );
  return Math.max(dispatched ?? 0, whole ?? 0, Math.min(...partitions));
};

const dispatch = async (
  followed: FollowedWork,
  own: string,
  services: DispatcherServices,
  ownership: Ownership,
): Promise<undefined> => {
  const { connection, configuration, eventStore, checkpoints } = services;
  const { signal, fence, advance } = ownership;
  const { name, eventTypes, keyOf } = followed;
  const topic = workTopic(configuration.prefix, name);
  const types = eventTypesHash(eventTypes);
  const records = createWorkRecords(topic, services.workHash);
  await ensureTopics(
    connection,
    [{ topic, partitions: PARTITION_COUNT, ...boundedRecords }],
    configuration,
  ).catch((error) => {
    throw kafkaFailure(error);
  });
  const producer = connection.producer();
  const failed = new AbortController();
  const either = anySignal([signal, failed.signal]);
  let passing: NodeJS.Timeout | undefined;
  try {
    await producer.connect().catch((error) => {
      throw kafkaFailure(error);
    });
    const from = await startOf(name, own, services);
    /** The position up to which each partition has received records. */
    const sentTo = all.map(() => from);
    let at = from;
    advance({ generation: 0, position: from });

    const send = async (partitions: readonly number[], start: Position, end: Position): Promise<void> => {
      const behind = partitions.flatMap((partition) => {
        const since = sentTo[partition] ?? from;
        return since >= end ? [] : [{ partition, since }];
      });
      const passesOver = behind.some(({ since }) => since < start);
      const recordedAt = passesOver ? ((await eventStore.recordedAt([start])).get(start) ?? '') : '';
      const messages = behind.map(({ partition, since }) => {
        sentTo[partition] = end;
        return {
          partition,
          value: records.write(partition, {
            types,
            from: since,
            start: Math.max(since, start),
            end,
            recordedAt,
          }),
        };
      });
      if (messages.length > 0) await producer.send({ topic, acks: -1, messages });
    };
    /** Sends are serialised, or a partition would receive later records first. */
    let sending = Promise.resolve();
    const inTurn = (work: () => Promise<void>): Promise<void> => {
      sending = sending.then(work);
      return sending;
    };
    passing = setInterval(() => {
      inTurn(() => send(all, at, at)).catch(() => failed.abort());
    }, PASSED_EVERY_MS);

    for await (const page of eventStore.subscribePages(from, { types: eventTypes }, either, PAGE_SIZE)) {
      const partitions =
        page.unreadable.length > 0 ? all : [...(await divideEvents(page.events, keyOf)).keys()];
      await inTurn(async () => {
        await send(partitions, at, page.scannedTo);
        at = page.scannedTo;
      }).catch((error) => {
        throw kafkaFailure(error);
      });
      advance({ generation: 0, position: at });
      // The position in memory may be ahead of the stored one: the next owner sends some records again.
      if (partitions.length > 0 && !(await checkpoints.move(own, at, fence))) return undefined;
    }
    if (failed.signal.aborted) await sending;
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(passing);
    await waitAtMost(CLOSE_MS, producer.disconnect()).catch(() => false);
  }
};

/**
 * Sends each partition of a consumer the positions of its work in the log, through Kafka, until the signal aborts. One
 * process dispatches at a time; two would do no harm.
 */
export const runDispatcher = (
  followed: FollowedWork,
  services: DispatcherServices,
  signal: AbortSignal,
): Promise<void> => {
  const name = `${followed.name}.dispatch`;
  return services.runFollower(
    {
      kind: 'consumer',
      name,
      of: followed.name,
      work: (ownership) => dispatch(followed, name, services, ownership),
    },
    services.leases,
    signal,
  );
};
