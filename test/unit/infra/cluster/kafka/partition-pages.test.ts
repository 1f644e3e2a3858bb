import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../../../domain/kernel/event.ts';
import { partitionOfKey } from '../../../../../domain/operations/consumer-partitions.ts';
import { createDividedLog } from '../../../../../infra/cluster/kafka/divided-log.ts';
import { createPartitionInbox } from '../../../../../infra/cluster/kafka/partition-inbox.ts';
import { partitionPages } from '../../../../../infra/cluster/kafka/partition-pages.ts';
import { createWorkRecords, eventTypesHash } from '../../../../../infra/cluster/kafka/work-record.ts';
import { createKeyedHash } from '../../../../../infra/storage/key-vault/keyed-hash.ts';
import { count } from '../../../../support/events.ts';

const types = eventTypesHash(['Counted']);
const partition = partitionOfKey('document-a');

/** A log of ten events of one key, and the records of its partition. */
const openPartition = (from = 0, silence = 5000) => {
  const events = Array.from(
    { length: 10 },
    (_, index): RecordedEvent => ({
      ...count(index + 1),
      schemaVersion: 1,
      streamId: 'document-a',
      revision: index,
      position: index + 1,
      recordedAt: '2026-01-02T03:04:05.006Z',
    }),
  );
  const reads: number[] = [];
  const log = createDividedLog(
    { eventTypes: ['Counted'], keyOf: (event: RecordedEvent) => event.streamId },
    {
      readPage: async (after) => {
        reads.push(after);
        return {
          events: events.filter(({ position }) => position > after),
          unreadable: [],
          scannedTo: events.length,
          head: events.length,
        };
      },
    },
  );
  const inbox = createPartitionInbox();
  const got: number[] = [];
  let offset = 0n;
  const over = (async () => {
    for await (const page of partitionPages({
      partition,
      from,
      types,
      inbox,
      log,
      head: async () => events.length,
      recordedAt: async (position) => events[position - 1]?.recordedAt,
      silence,
    })) {
      got.push(...page.events.map(({ position }) => position));
      if (page.scannedTo === 10) inbox.close();
    }
  })();
  const deliver = (
    fromPosition: number,
    start: number,
    end: number,
    mark = types,
    recordedAt = '2026-01-02T03:04:05.006Z',
  ): void => {
    inbox.push({ types: mark, from: fromPosition, start, end, offset, recordedAt });
    offset += 1n;
  };
  return { got, reads, deliver, over, inbox };
};

describe('the events of a partition', () => {
  it('arrive once each, even if reported twice or late', async () => {
    const { got, deliver, over } = openPartition();
    deliver(0, 0, 4);
    deliver(0, 0, 4);
    deliver(4, 4, 7);
    deliver(0, 0, 4);
    deliver(7, 7, 10);
    await over;
    expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('are read from the log when a record was lost', async () => {
    const { got, deliver, over } = openPartition();
    deliver(0, 0, 2);
    deliver(8, 8, 10);
    await over;
    expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('are read from the log when another version with other event types reported them', async () => {
    const { got, deliver, over } = openPartition();
    deliver(0, 10, 10, types + 1);
    await over;
    expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('are not read when a record reports an empty range', async () => {
    const { got, reads, deliver, over } = openPartition();
    deliver(0, 6, 6);
    deliver(6, 8, 10);
    await over;
    expect(got).toEqual([9, 10]);
    expect(reads).toEqual([8]);
  });

  it('begin at the committed position', async () => {
    const { got, deliver, over } = openPartition(5);
    deliver(0, 0, 10);
    await over;
    expect(got).toEqual([6, 7, 8, 9, 10]);
  });

  it('arrive even when no record reports them', async () => {
    const { got, over } = openPartition(0, 1);
    await over;
    expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('are not skipped when a record names a different event, lost in a restore of the log', async () => {
    const { got, deliver, over } = openPartition();
    deliver(0, 6, 6, types, '2026-01-02T03:04:07.000Z');
    deliver(6, 10, 10, types, '2026-01-02T03:04:08.000Z');
    await over;
    expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('are not skipped when a record refers to a longer log', async () => {
    const { got, deliver, over, inbox } = openPartition();
    deliver(0, 12, 14);
    deliver(0, 12, 12);
    deliver(14, 1_000_000, 1_000_000);
    await over;
    expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // Such a record does not delay the commit of those after it.
    expect(inbox.doneUpTo(10)).toBeUndefined();
  });

  it('are committed at the brokers up to the last fully processed record', async () => {
    const inbox = createPartitionInbox();
    for (const [offset, end] of [
      [7n, 3],
      [8n, 6],
      [9n, 9],
    ] as const)
      inbox.push({ types, from: 0, start: 0, end, offset, recordedAt: '' });
    for (let taken = 0; taken < 3; taken += 1) await inbox.next(0);
    expect([2, 3, 7, 7, 9].map(inbox.doneUpTo)).toEqual([undefined, 8n, 9n, undefined, 10n]);
  });
});

describe('a work record', () => {
  const records = createWorkRecords('t.work.a', createKeyedHash(Buffer.alloc(32, 1), 'work'));
  const record = { types, from: 1, start: 2, end: 3, recordedAt: '2026-01-02T03:04:05.006Z' };
  const written = records.write(4, record);

  it('is decoded as written, and skipped when it is not one', () => {
    expect(records.read(4, Buffer.from(written))).toEqual(record);
    for (const other of [null, Buffer.from('x'), Buffer.from('{"from":-1}')])
      expect(records.read(4, other)).toBeUndefined();
  });

  it('is skipped when a writer without the key wrote, changed or moved it', () => {
    const { seal } = JSON.parse(written) as { seal: string };
    const forged = [
      record,
      { ...record, seal: '' },
      { ...record, seal: 'é'.repeat(16) },
      { ...record, end: 1_000_000, seal },
    ];
    for (const other of forged) expect(records.read(4, Buffer.from(JSON.stringify(other)))).toBeUndefined();
    expect(records.read(5, Buffer.from(written))).toBeUndefined();
    const elsewhere = [
      createWorkRecords('t.work.b', createKeyedHash(Buffer.alloc(32, 1), 'work')),
      createWorkRecords('t.work.a', createKeyedHash(Buffer.alloc(32, 2), 'work')),
    ];
    for (const other of elsewhere) expect(other.read(4, Buffer.from(written))).toBeUndefined();
  });
});
