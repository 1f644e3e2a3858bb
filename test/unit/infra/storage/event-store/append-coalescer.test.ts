import { describe, expect, it } from 'vitest';
import { createAppendCoalescer } from '../../../../../infra/storage/event-store/append-coalescer.ts';
import { defaultAppendLimits } from '../../../../../infra/storage/event-store/append-limits.ts';
import type {
  AppendOutcome,
  AppendRequest,
} from '../../../../../infra/storage/event-store/append-request.ts';

const appended: AppendOutcome = {
  outcome: 'appended',
  revision: 0,
  position: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
};

const request = (n: number, bytes: number): AppendRequest => ({
  streamId: `document-${n}`,
  expected: 'no-stream',
  events: [{ id: `${n}`, type: 'Noted', schemaVersion: 1, data: '{}', metadata: '{}' }],
  bytes,
});

/** A coalescer over a log that holds every batch until its release. */
const blockedStore = (limits: Partial<typeof defaultAppendLimits>) => {
  const batches: (readonly AppendRequest[])[] = [];
  const gate = Promise.withResolvers<void>();
  const coalescer = createAppendCoalescer(
    async (batch) => {
      batches.push(batch);
      await gate.promise;
      return batch.map(() => appended);
    },
    { ...defaultAppendLimits, ...limits },
  );
  return { ...coalescer, batches, letGo: gate.resolve };
};

describe('the append coalescer', () => {
  it('limits a batch by bytes, keeps the order, and writes a larger append alone', async () => {
    const { append, batches, letGo } = blockedStore({ batchBytes: 100 });
    const sizes = [40, 50, 20, 90, 300, 10];
    const done = Promise.all(sizes.map((bytes, n) => append(request(n, bytes))));
    letGo();
    await done;
    expect(batches.map((batch) => batch.map(({ bytes }) => bytes))).toEqual([
      [40, 50],
      [20],
      [90],
      [300],
      [10],
    ]);
  });

  it('rejects appends beyond its byte limit, and accepts them again when some have left', async () => {
    const { append, letGo } = blockedStore({ batchBytes: 100, waitingBytes: 100 });
    const underWay = append(request(0, 90));
    // The first batch has left the queue after a turn.
    await new Promise(setImmediate);
    const waiting = append(request(1, 80));
    await expect(append(request(2, 30))).rejects.toMatchObject({
      reason: { code: 'unavailable', retryAfter: 1 },
    });
    letGo();
    await Promise.all([underWay, waiting]);
    await expect(append(request(3, 100))).resolves.toEqual(appended);
  });
});
