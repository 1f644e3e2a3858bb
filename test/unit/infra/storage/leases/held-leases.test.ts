import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { createHeldLeases } from '../../../../../infra/storage/leases/held-leases.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { until } from '../../../../support/log-harness.ts';

it('leases that expire together, because the database is silent, are reported in one line', async () => {
  const silent: Pick<Database, 'query'> = { query: () => new Promise(() => {}) };
  const warn = vi.fn();
  const { keep } = createHeldLeases({
    reserved: silent,
    database: silent,
    logger: { ...silentLogger, warn },
    metrics: silentMetrics,
    owner: 'this process',
    timeToLive: 20,
  });
  const sent = performance.now();
  const leases = ['projection:documents', 'projection:search', 'consumer:sealer'].map((name) =>
    keep({ name, fence: 1, within: undefined }, sent),
  );
  await Promise.all(leases.map(({ signal }) => signal.aborted || once(signal, 'abort')));
  await until('they are reported', () => warn.mock.calls.length > 0);
  expect(warn.mock.calls).toEqual([
    [{ lease: 'projection:documents', leases: 3 }, 'A lease could not be renewed in time.'],
  ]);
});
