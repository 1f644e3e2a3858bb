import { expect, test } from 'vitest';
import {
  effectiveSettings,
  emptySettingsBasis,
} from '../../../../../domain/operations/consultation-settings.ts';
import { createComponentMonitor } from '../../../../../infra/resilience/create-component-monitor.ts';
import { listSources } from '../../../../../infra/services/evidence-sources/list-sources.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';

test('sources report their missing settings, their configuration, and their state', () => {
  const clock = { now: () => '2026-01-31T12:00:00.000Z' };
  const health = createComponentMonitor({ clock, metrics: silentMetrics, logger: silentLogger });
  for (let n = 0; n < 5; n += 1) health.report('external-sources:pubmed', 'failed', 'unavailable');
  const list = listSources({
    configuration: {
      pubmed: { url: new URL('https://eutils.example/') },
      switchedOn: ['pubmed', 'uptodate'],
      maxParallel: 5,
      limit: 10,
    },
    settings: {
      current: () =>
        effectiveSettings(emptySettingsBasis.environment, { enabledSources: ['knowledge_base', 'pubmed'] }),
    },
    health,
  });
  const of = (name: string) => list().find(({ source }) => source === name);
  expect(of('pubmed')).toEqual({
    source: 'pubmed',
    leavesThePremises: true,
    configured: true,
    switchedOn: true,
    enabled: true,
    health: { state: 'failed', since: clock.now(), reason: 'unavailable' },
  });
  expect(of('uptodate')).toMatchObject({ configured: false, switchedOn: true, enabled: false });
  expect(of('openfda')).toMatchObject({ configured: false, switchedOn: false });
  expect(of('guidelines')).toMatchObject({ leavesThePremises: false, configured: true, enabled: false });
});
