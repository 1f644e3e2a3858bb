import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { costsStream } from '../../../domain/operations/cost-limit-decider.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import { until } from '../../support/log-harness.ts';
import { uuidOf } from '../../support/recorded-history.ts';
import { modelCalled } from '../../support/sample-events.ts';
import { startInProcess } from '../../support/server-in-process.ts';
import { openServerMemory } from '../../support/server-memory.ts';

/** A call of this month that may cost 25 dollars. */
const appendCostlyCall = async ({ append }: EventStore): Promise<void> => {
  const { streamId, event } = modelCalled(uuidOf(1), { mostUsd: 25 });
  await append(
    streamId,
    [
      {
        ...event,
        id: uuidOf(2),
        metadata: {
          correlationId: uuidOf(3),
          causationId: uuidOf(3),
          actor: { id: 'system:query-orchestrator', role: 'service', onBehalfOf: 'alice' },
          phi: false,
          subject: `query:${streamId}`,
        },
      },
    ],
    'any',
  );
};

test('a server starts although the cost limit of the month is reached, and records that in the log', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  const memory = await openServerMemory();
  try {
    const before = await startInProcess({ dataDir, memory });
    await appendCostlyCall(before.application.http.eventStore);
    await before.dispose();

    const after = await startInProcess({ dataDir, memory, environment: { LLM_MONTHLY_LIMIT_USD: '10' } });
    try {
      const recorded = async () =>
        (await after.application.http.eventStore.readStreamPage(costsStream)).events;
      await until('the limit is on record', async () => (await recorded()).length > 0);
      expect(await recorded()).toMatchObject([
        { type: 'CostLimitReached', data: { limitUsd: 10, spentUsd: 25 } },
      ]);
      expect(await after.get('/api/admin/costs')).toMatchObject({ calls: 1, limitUsd: 10 });
    } finally {
      await after.dispose();
    }
  } finally {
    await memory.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
});
