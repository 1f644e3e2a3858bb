import { describe, expect, it } from 'vitest';
import { createHealthReader } from '../../../../infra/observability/health-reader.ts';
import type { ProjectionStatus } from '../../../../projections/projection-status.ts';

const current: ProjectionStatus = {
  name: 'queries',
  kind: 'projection',
  generation: 1,
  checkpoint: 200_000,
  head: 200_000,
  eventsBehind: 0,
  secondsBehind: 0,
  alive: true,
  owners: [],
  shares: 1,
  state: 'running',
  parked: 0,
};

const healthOf = async (list: () => Promise<readonly ProjectionStatus[]>) => {
  const { list: read } = createHealthReader({
    appends: {
      appendState: () => ({ oldest: 0 }),
      appendQueue: () => ({ appends: 0, bytes: 0 }),
      probeAppends: async () => {},
    },
    projectionStatus: { list },
    followersTimeout: 5,
    disks: [],
    components: { states: () => [] },
  });
  return read();
};

describe('the health of the followers of the log', () => {
  it('names one that is far behind, and by how much', async () => {
    const behind = { ...current, checkpoint: 50_000, eventsBehind: 150_000, secondsBehind: 900 };
    expect(await healthOf(async () => [behind])).toContainEqual({
      component: 'queries',
      healthy: false,
      critical: false,
      message: 'It is 150,000 events behind and catching up.',
    });
  });

  it('ignores a follower that is behind by what is normal under load', async () => {
    const busy = { ...current, eventsBehind: 5000, secondsBehind: 2 };
    expect(await healthOf(async () => [busy])).toContainEqual({
      component: 'queries',
      healthy: true,
      critical: false,
    });
  });

  it('leaves the node ready when it cannot be read in time', async () => {
    const health = await healthOf(() => new Promise(() => {}));
    expect(health.filter(({ healthy }) => !healthy)).toMatchObject([
      { component: 'followers', critical: false },
    ]);
  });
});
