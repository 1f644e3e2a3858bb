import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { parkedEventReplayRequested } from '../../domain/operations/projection-events.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Partition, StepDownReason } from '../../ports/consumer-feed.ts';
import { inOrder, isUnreadable } from '../../ports/event-store.ts';
import type { ConsumerDefinition } from './consumer-definition.ts';
import type { KeyedQueues } from './keyed-queues.ts';
import type { FindReplayed } from './replayed-event.ts';
import type { Settler } from './settle-event.ts';
import { createWatermark } from './watermark.ts';

/** Events in memory, waiting or under way; no more are read until some are done. */
const MAX_IN_FLIGHT = 500;

type PartitionServices = {
  readonly definition: ConsumerDefinition;
  /** Shared by all partitions of the consumer in this process, so the concurrency applies to the process. */
  readonly queues: KeyedQueues;
  readonly createSettler: (signal: AbortSignal) => Settler;
  readonly findReplayed: FindReplayed;
  /** The position in each partition of an event that this node could not read and left to others. */
  readonly met: Map<string, Position>;
  readonly withTrace: <T>(event: RecordedEvent, work: () => Promise<T>) => Promise<T>;
};

/** The work on a partition. */
type PartitionWork = {
  /** Resolves when the partition is handed over or given up; rejects when an event could not even be parked. */
  readonly over: Promise<StepDownReason | undefined>;
  /** Stores the progress of the work, if it has advanced. */
  readonly storeCheckpoint: () => Promise<void>;
};

/** Works on a partition until it is handed over or lost, with each event in the queue of its key. */
export const processPartition = (partition: Partition, services: PartitionServices): PartitionWork => {
  const { definition, queues, findReplayed, met, withTrace } = services;
  const watermark = createWatermark(partition.from);
  const failed = new AbortController();
  const halt = anySignal([partition.signal, failed.signal]);
  const settler = services.createSettler(halt);
  const underWay = new Set<Promise<void>>();
  let broken: { readonly error: unknown } | undefined;
  let isHandedOver = false;

  /**
   * Queues work under its key. Work that cannot be settled ends the work on this partition: its event is delivered
   * again.
   */
  const begin = (position: Position, key: string, work: () => Promise<void>): void => {
    watermark.begin(position);
    const done = queues
      .add(key, async () => {
        if (halt.aborted || isHandedOver) return;
        try {
          await work();
          watermark.finish(position);
        } catch (error) {
          if (halt.aborted) return;
          broken = { error };
          failed.abort();
        }
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  const start = async (event: RecordedEvent): Promise<void> => {
    if (event.type !== parkedEventReplayRequested.type) {
      const key = definition.orderingKey(event);
      begin(event.position, key, () => withTrace(event, () => settler.settle(event)));
      return;
    }
    const parked = await findReplayed(event);
    if (!parked) return;
    if (isUnreadable(parked)) {
      begin(event.position, parked.id, () => settler.parkUnreadable(parked));
      return;
    }
    const key = definition.orderingKey(parked);
    begin(event.position, key, () => withTrace(event, () => settler.replay(parked, event)));
  };

  let stored = partition.from;
  const storeCheckpoint = async (): Promise<void> => {
    const position = watermark.value();
    if (position > stored && (await partition.moveTo(position))) stored = position;
  };

  const follow = async (): Promise<StepDownReason | undefined> => {
    for await (const page of partition.pages(halt)) {
      for (const event of inOrder(page)) {
        if (halt.aborted) return undefined;
        if (!isUnreadable(event)) {
          await start(event);
        } else if (met.get(partition.name) === event.position) {
          begin(event.position, event.id, () => settler.parkUnreadable(event));
        } else {
          met.set(partition.name, event.position);
          watermark.scanned(event.position - 1);
          // Events under way are delivered again: waiting for them would keep other nodes from trying.
          failed.abort();
          return { because: `${event.message} Another node may be able to read it.` };
        }
        await queues.untilFewerThan(MAX_IN_FLIGHT);
      }
      if (!halt.aborted) watermark.scanned(page.scannedTo);
    }
    return undefined;
  };

  const work = async (): Promise<StepDownReason | undefined> => {
    try {
      const steppedDown = await follow();
      isHandedOver = true;
      await idle();
      if (broken) throw broken.error;
      return steppedDown;
    } finally {
      failed.abort();
      await idle();
      await storeCheckpoint().catch(() => {});
    }
  };
  return { over: work(), storeCheckpoint };
};
