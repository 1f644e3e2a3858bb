import { describe, expect, it } from 'vitest';
import {
  PARTITION_COUNT,
  partitionNames,
  partitionOfKey,
} from '../../../../domain/operations/consumer-partitions.ts';

describe('the partition of a consumer key', () => {
  it('matches the checkpoints of earlier releases', () => {
    expect(['change', 'given up', 'query-1', 'tool_call-1'].map(partitionOfKey)).toMatchInlineSnapshot(`
      [
        12,
        0,
        5,
        6,
      ]
    `);
    expect(partitionNames('worker')[7]).toBe('worker/07');
  });

  it('distributes keys evenly', () => {
    const counts = new Map<number, number>();
    for (let n = 0; n < 16_000; n += 1) {
      const partition = partitionOfKey(`document-${n}`);
      counts.set(partition, (counts.get(partition) ?? 0) + 1);
    }
    expect(counts.size).toBe(PARTITION_COUNT);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });
});
