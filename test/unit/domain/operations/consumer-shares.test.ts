import { describe, expect, it } from 'vitest';
import { SHARES, shareNames, shareOfKey } from '../../../../domain/operations/consumer-shares.ts';

describe('shares of a consumer', () => {
  it('are where checkpoints of earlier releases say that a key is', () => {
    expect(['change', 'given up', 'query-1', 'tool_call-1'].map(shareOfKey)).toMatchInlineSnapshot(`
      [
        12,
        0,
        5,
        6,
      ]
    `);
    expect(shareNames('worker')[7]).toBe('worker/07');
  });

  it('have about as many keys as each other', () => {
    const counts = new Map<number, number>();
    for (let n = 0; n < 16_000; n += 1) {
      const share = shareOfKey(`document-${n}`);
      counts.set(share, (counts.get(share) ?? 0) + 1);
    }
    expect(counts.size).toBe(SHARES);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });
});
