import { expect, it } from 'vitest';
import { pauseWhileDegraded } from '../../../../consumers/component-watch/pause-while-degraded.ts';
import type { Delivery } from '../../../../consumers/runner/delivery.ts';
import type { RecordedEvent } from '../../../../domain/kernel/event.ts';
import { createComponentMonitor } from '../../../../infra/resilience/create-component-monitor.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import { silentMetrics } from '../../../../ports/metrics.ts';

const setUp = () => {
  const monitor = createComponentMonitor({
    clock: { now: () => '2026-01-01T00:00:00.000Z' },
    metrics: silentMetrics,
    logger: silentLogger,
  });
  const handled: string[] = [];
  const notes: string[] = [];
  const stop = new AbortController();
  const resting = pauseWhileDegraded(
    {
      name: 'worker',
      eventTypes: [],
      concurrency: 1,
      orderingKey: ({ id }) => id,
      laterEvents: 'pass',
      deadline: 1000,
      handle: async ({ id }) => void handled.push(id),
    },
    monitor,
  );
  const delivery: Delivery = {
    signal: stop.signal,
    fence: { lease: 'worker', token: 1 } as unknown as Delivery['fence'],
    attempt: 1,
    confirm: async () => {},
    progress: () => void notes.push('progress'),
    rest: () => void notes.push('rest'),
  };
  const report = (component: 'cloud-model' | 'knowledge-search', outcomes: string): void => {
    for (const outcome of outcomes) monitor.report(component, outcome === 'x' ? 'failed' : 'ok');
  };
  const handle = (id: string) => resting.handle({ id } as RecordedEvent, delivery);
  return { report, handle, handled, notes, stop };
};

it('starts no work in degraded mode, lets no deadline pass meanwhile, and resumes automatically', async () => {
  const { report, handle, handled, notes } = setUp();
  await handle('before');
  report('cloud-model', 'xxxxx');
  report('knowledge-search', 'xxxxx');
  const waiting = handle('during');
  report('cloud-model', '..');
  await new Promise(setImmediate);
  expect(handled).toEqual(['before']);
  report('knowledge-search', '..');
  await waiting;
  expect(handled).toEqual(['before', 'during']);
  expect(notes.slice(0, 2)).toEqual(['rest', 'progress']);
});

it('stops waiting when the process stops', async () => {
  const { report, handle, handled, stop } = setUp();
  report('cloud-model', 'xxxxx');
  report('knowledge-search', 'xxxxx');
  const waiting = handle('during');
  stop.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
  expect(handled).toEqual([]);
});
