import type { EntityManager } from '@mikro-orm/core';
import { expect, test } from 'vitest';
import { readModelsOnReplicas } from '../../../../../infra/storage/read-replicas/read-models-on-replicas.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import type { ReadModelReader } from '../../../../../projections/read-model-reader.ts';

const entitiesOf = (name: string): EntityManager => {
  const entities = { name, fork: () => entities };
  return entities as unknown as EntityManager;
};
const nameOf = (entities: EntityManager): unknown => Reflect.get(entities, 'name');

const given = (primaryAt: number, replicaAt: number | undefined, usable = true) => {
  const readModels: ReadModelReader = {
    locate: async () => ({ generation: 1, position: primaryAt }),
    open: async () => ({
      generation: 1,
      position: primaryAt,
      entities: entitiesOf('primary'),
      sealer: { keysOf: () => Promise.reject(new Error('not asked')) },
    }),
  };
  return readModelsOnReplicas({
    readModels,
    replicas: [
      {
        state: () => ({ number: 1, usable, reason: undefined, bytesBehind: 0 }),
        positionOf: async () => replicaAt,
        entities: entitiesOf('replica'),
        close: async () => {},
      },
    ],
    maxLag: 0,
    metrics: silentMetrics,
  });
};

test.each([
  ['has caught up with the primary', 7, true, 'replica', 7],
  ['is further than the last known position of the primary', 8, true, 'replica', 8],
  ['lacks one event, which may be an erasure', 6, true, 'primary', 7],
  ['does not report its position', undefined, true, 'primary', 7],
  ['is down', 7, false, 'primary', 7],
])(
  'when a replica %s, the right database is read, and its own position reported',
  async (_why, at, usable, who, position) => {
    const view = await given(7, at, usable).open('documents');
    expect(nameOf(view.entities)).toBe(who);
    expect(view.position).toBe(position);
  },
);

test('a replica that has caught up with the primary but not with the position of the reader is not read', async () => {
  const view = await given(7, 7).open('documents', 8);
  expect(nameOf(view.entities)).toBe('primary');
});
