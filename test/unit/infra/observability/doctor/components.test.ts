import { expect, test } from 'vitest';
import { components } from '../../../../../infra/observability/doctor/checks/components.ts';
import { createComponentMonitor } from '../../../../../infra/resilience/create-component-monitor.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';

const findingsOf = async (monitor: ReturnType<typeof createComponentMonitor>) => {
  const findings = [];
  const { run } = components({ components: monitor });
  for await (const finding of run({ deep: false, repair: false, grace: 0 }, new AbortController().signal))
    findings.push(finding);
  return findings;
};

test('the doctor warns of a component whose last use failed, before it counts as failed', async () => {
  const monitor = createComponentMonitor({
    clock: { now: () => '2026-01-01T00:00:00.000Z' },
    metrics: silentMetrics,
    logger: silentLogger,
  });
  monitor.report('database', 'ok');
  monitor.report('local-model', 'failed', 'external_api_error');
  expect(await findingsOf(monitor)).toMatchObject([
    {
      severity: 'warning',
      message: 'The component local-model failed at its last use (external_api_error).',
      advice: expect.stringContaining('See the log for the cause'),
    },
  ]);
  monitor.report('local-model', 'ok');
  expect(await findingsOf(monitor)).toMatchObject([
    { message: '2 components in use, none of them failing.' },
  ]);
});
