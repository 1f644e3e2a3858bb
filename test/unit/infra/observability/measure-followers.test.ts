import { describe, expect, it } from 'vitest';
import { measureFollowers } from '../../../../infra/observability/measure-followers.ts';
import { createPrometheusMetrics } from '../../../../infra/observability/prometheus-metrics.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import type { ProjectionStatus } from '../../../../projections/projection-status.ts';

const follower: ProjectionStatus = {
  name: 'documents',
  kind: 'projection',
  generation: 1,
  checkpoint: 5,
  head: 7,
  eventsBehind: 2,
  secondsBehind: 3.5,
  alive: true,
  ownerSeconds: 60,
  state: 'running',
  parked: 0,
  owners: [],
  shares: 1,
};

const samplesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^anamnesis_(?:follower|projection_rebuild)/.test(line));

describe('the metrics of projections and consumers', () => {
  it.each([
    ['refuses', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['is silent', () => new Promise<never>(() => {})],
  ])('report neither stale lag nor stale state while the database %s, and state it', async (_, list) => {
    const metrics = createPrometheusMetrics({ logger: silentLogger });
    await measureFollowers({ list: async () => [follower] }, metrics);
    expect(samplesOf(await metrics.render())).toEqual(
      expect.arrayContaining([
        'anamnesis_followers_known 1',
        'anamnesis_follower_events_behind{follower="documents",kind="projection"} 2',
        'anamnesis_follower_seconds_behind{follower="documents",kind="projection"} 3.5',
        'anamnesis_follower_state{follower="documents",kind="projection",state="running"} 1',
      ]),
    );
    await measureFollowers({ list }, metrics, 1);
    expect(samplesOf(await metrics.render())).toEqual(['anamnesis_followers_known 0']);
    await measureFollowers({ list: async () => [{ ...follower, secondsBehind: 90 }] }, metrics);
    expect(await metrics.render()).toContain(
      'anamnesis_follower_seconds_behind{follower="documents",kind="projection"} 90',
    );
  });
});
