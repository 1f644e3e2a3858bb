import { expect, test } from 'vitest';
import { degradedModeProbes } from '../../../../app/composition/degraded-mode-probes.ts';
import { systemClock } from '../../../../infra/installation/system-clock.ts';
import { createComponentMonitor } from '../../../../infra/resilience/create-component-monitor.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import { silentMetrics } from '../../../../ports/metrics.ts';
import { startScriptedServer } from '../../../support/scripted-server.ts';

test('a model server that lists its models counts as recovered only in degraded mode; otherwise its answers count', async () => {
  const server = await startScriptedServer(() => ({ text: '{"data":[]}' }));
  const health = createComponentMonitor({
    clock: systemClock,
    metrics: silentMetrics,
    logger: silentLogger,
  });
  const local = {
    baseUrl: server.url,
    model: 'small',
    dialect: 'compatible',
    takesTemperature: true,
    contextTokens: 8192,
    timeLimits: { firstToken: 60_000, betweenTokens: 60_000 },
  } as const;
  const probes = degradedModeProbes({ llm: { local }, health, metrics: silentMetrics });
  const look = async (): Promise<void> => {
    for (const probe of probes) await probe.look(new AbortController().signal);
  };
  const states = () => health.states().map(({ component, state }) => [component, state]);

  for (let times = 0; times < 5; times += 1) health.report('local-model', 'failed', 'external_api_error');
  for (let times = 0; times < 5; times += 1) await look();
  expect(states()).toEqual([['local-model', 'failed']]);
  expect(server.calls).toEqual([]);

  for (let times = 0; times < 5; times += 1) health.report('safety-filter', 'failed', 'it broke');
  expect(health.degraded()).toBe(true);
  for (let times = 0; times < 2; times += 1) await look();
  expect(states()).toEqual([
    ['local-model', 'well'],
    ['safety-filter', 'well'],
  ]);
  expect(health.degraded()).toBe(false);
  await server.close();
});
