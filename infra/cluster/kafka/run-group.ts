import type { Consumer } from 'kafkajs';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { PARTITION_COUNT } from '../../../domain/operations/consumer-partitions.ts';
import type { FollowedWork, Partition, StepDownReason } from '../../../ports/consumer-feed.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import { createDividedLog } from './divided-log.ts';
import { boundedRecords, ensureTopics } from './ensure-topics.ts';
import { createGroupMember, type GroupMember, type GroupWork } from './group-member.ts';
import { kafkaFailure } from './kafka-failure.ts';
import { createLogPositions } from './log-positions.ts';
import type { DispatcherServices } from './run-dispatcher.ts';
import { createWorkRecords, eventTypesHash, workTopic } from './work-record.ts';

export type GroupServices = DispatcherServices & {
  readonly eventStore: Pick<EventStore, 'subscribePages' | 'readPage' | 'head' | 'recordedAt'>;
};

/**
 * Milliseconds after which the brokers reassign the partitions of a silent member; equal to the lifetime of a lease.
 */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 2000;
const REBALANCE_MS = 30_000;
/** Milliseconds without a response after which the brokers count as unavailable. */
const AWAY_MS = 15_000;
/** Milliseconds for running work when a partition is reassigned, and when the brokers are unavailable. */
const HAND_OVER_MS = 30_000;
const GIVE_UP_MS = 5000;
const COMMIT_EVERY_MS = 1000;
const CLOSE_MS = 3000;
/** Maximum records of a partition in memory: each is some hundred bytes. */
const MAX_WAITING = 1000;

const away = (): Failure =>
  new Failure(
    failure('unavailable', `Kafka has not answered for ${AWAY_MS / 1000} s.`, { component: 'kafka' }),
  );

/** Creates a member of a consumer's group. */
const groupConsumer = (
  { connection, configuration }: Pick<GroupServices, 'connection' | 'configuration'>,
  name: string,
): Consumer =>
  connection.consumer({
    groupId: `${configuration.prefix}.${name}`,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    rebalanceTimeout: REBALANCE_MS,
    maxWaitTimeInMs: 500,
    maxBytesPerPartition: 65_536,
    // A new member is created instead when the brokers respond again.
    retry: { retries: 4, initialRetryTime: 100, restartOnFailure: async () => false },
  });

/**
 * Works on the partitions that a consumer group assigns to this process, until the signal aborts. Each is worked on
 * under its lease in the database, so a frozen member is refused when its partition has been reassigned. Rejects when
 * the brokers do not respond; all partitions have been released by then.
 */
export const runGroup = async (
  followed: FollowedWork,
  work: (partition: Partition) => Promise<StepDownReason | undefined>,
  services: GroupServices,
  signal: AbortSignal,
): Promise<void> => {
  const { connection, configuration, eventStore } = services;
  const { name, eventTypes } = followed;
  const topic = workTopic(configuration.prefix, name);
  const types = eventTypesHash(eventTypes);
  const records = createWorkRecords(topic, services.workHash);
  const log = createDividedLog(followed, eventStore);
  const members = new Map<number, GroupMember>();
  const offsets = new Map<number, bigint>();
  const paused = new Set<number>();
  const lost = Promise.withResolvers<void>();
  let lastContact = performance.now();

  const consumer = groupConsumer(services, name);

  const resumeIfDrained = (partition: number): void => {
    if (!paused.has(partition) || (members.get(partition)?.inbox().waiting() ?? 0) > MAX_WAITING / 10) return;
    paused.delete(partition);
    consumer.resume([{ topic, partitions: [partition] }]);
  };

  const group: GroupWork = {
    name,
    types,
    work,
    log,
    positions: createLogPositions(eventStore),
    services,
    signal,
    onDrained: resumeIfDrained,
    onDone: (partition, next) => offsets.set(partition, next),
  };

  const assign = (assigned: ReadonlySet<number>): void => {
    for (const [partition, member] of members) if (!assigned.has(partition)) member.letGo(HAND_OVER_MS);
    for (const partition of assigned) {
      const member = members.get(partition);
      if (member && !member.isLetGo()) continue;
      members.set(partition, createGroupMember(group, partition, member?.done ?? Promise.resolve()));
      paused.delete(partition);
    }
  };

  const contact = (): void => {
    lastContact = performance.now();
  };
  consumer.on('consumer.heartbeat', contact);
  consumer.on('consumer.fetch', contact);
  consumer.on('consumer.crash', ({ payload }) => lost.reject(kafkaFailure(payload.error)));
  consumer.on('consumer.group_join', ({ payload }) => {
    contact();
    const partitions = payload.memberAssignment[topic] ?? [];
    assign(new Set(partitions.filter((partition) => partition < PARTITION_COUNT)));
  });

  const join = async (): Promise<void> => {
    await ensureTopics(
      connection,
      [{ topic, partitions: PARTITION_COUNT, ...boundedRecords }],
      configuration,
    );
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: true,
      eachBatch: async ({ batch, pause }) => {
        const inbox = members.get(batch.partition)?.inbox();
        for (const { value, offset } of batch.messages) {
          const record = records.read(batch.partition, value);
          if (record) inbox?.push({ ...record, offset: BigInt(offset) });
        }
        if ((inbox?.waiting() ?? 0) <= MAX_WAITING) return;
        paused.add(batch.partition);
        pause();
      },
    });
  };

  const commit = async (): Promise<void> => {
    if (offsets.size === 0) return;
    const done = [...offsets].map(([partition, offset]) => ({ topic, partition, offset: String(offset) }));
    offsets.clear();
    // Work resumes from checkpoints; offsets save reading, and show the lag to Kafka's tools.
    await consumer.commitOffsets(done).catch(() => {});
  };
  const committing = setInterval(commit, COMMIT_EVERY_MS);
  const watching = setInterval(() => {
    if (performance.now() - lastContact > AWAY_MS) lost.reject(away());
  }, 1000);
  const onAbort = (): void => lost.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    join().catch((error) => lost.reject(kafkaFailure(error)));
    await lost.promise;
  } finally {
    clearInterval(watching);
    clearInterval(committing);
    signal.removeEventListener('abort', onAbort);
    for (const member of members.values()) member.letGo(GIVE_UP_MS);
    await Promise.all([...members.values()].map(({ done }) => done));
    await waitAtMost(
      CLOSE_MS,
      commit().then(() => consumer.disconnect()),
    ).catch(() => false);
  }
};
