import { describe, expect, it } from 'vitest';
import { createAlertSender } from '../../../consumers/alert-sender/alert-sender.ts';

const HOUR_MS = 3_600_000;

describe('an alert that cannot be delivered', () => {
  it('is retried for hours, first soon and then every few minutes', () => {
    const { retry } = createAlertSender(
      { name: 'webhook', send: async () => {} },
      {
        clock: { now: () => '2026-01-01T00:00:00.000Z' },
        metrics: { count: () => {}, observe: () => {}, set: () => {} } as never,
      },
    );
    if (retry === undefined) throw new Error('It has the usual attempts.');
    const pauses = Array.from({ length: retry.attempts - 1 }, (_, index) =>
      Math.min(retry.firstPause * 2 ** index, retry.maxPause),
    );
    expect(pauses[0]).toBeLessThanOrEqual(2000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(HOUR_MS / 6);
    const whole = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(whole).toBeGreaterThan(3 * HOUR_MS);
    // An alert older than a day is useless.
    expect(whole).toBeLessThan(24 * HOUR_MS);
  });
});
