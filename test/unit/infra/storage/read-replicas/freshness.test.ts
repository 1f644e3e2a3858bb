import { expect, test } from 'vitest';
import { createLagTracker } from '../../../../../infra/storage/read-replicas/freshness.ts';

test('a replica must be fully caught up until a position old enough for the permitted lag is known', () => {
  let now = 0;
  const { required } = createLagTracker(1_000, () => now);
  expect(required('documents', 10)).toBe(10);
  now = 999;
  expect(required('documents', 20)).toBe(20);
  now = 1_000;
  expect(required('documents', 30)).toBe(10);
  now = 1_999;
  expect(required('documents', 40)).toBe(20);
  // Another read model, or the next generation of this one, is tracked separately.
  expect(required('jobs', 7)).toBe(7);
});

test('a replica must be fully caught up when no lag is permitted', () => {
  let now = 0;
  const { required } = createLagTracker(0, () => now);
  for (const position of [1, 2, 3]) {
    now += 10_000;
    expect(required('documents', position)).toBe(position);
  }
});

test('the remembered positions stay few for any number of requests', () => {
  let now = 0;
  const { required } = createLagTracker(60_000, () => now);
  for (let position = 1; position <= 100_000; position += 1) {
    now += 1;
    const wanted = required('documents', position);
    // Never further back than the limit plus the distance of one note.
    if (now > 61_000) expect(position - wanted).toBeLessThanOrEqual(60_000 + 300);
  }
});
