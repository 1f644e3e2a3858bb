import { describe, expect, it } from 'vitest';
import { runKeyRotation } from '../../../consumers/key-rotation/run-key-rotation.ts';
import { masterKeyOffer } from '../../../domain/operations/plan-key-rotation.ts';
import { createIdentitySource } from '../../../infra/installation/identity-source.ts';
import { createMemoryStateCache } from '../../../infra/storage/cache/memory-state-cache.ts';
import type { KeyRotation, MasterKeyStatus } from '../../../ports/key-rotation.ts';
import type { Leases } from '../../../ports/leases.ts';
import { silentLogger } from '../../../ports/logger.ts';
import type { ListNodes } from '../../../ports/nodes.ts';
import { createInMemoryEventStore } from '../../support/in-memory-event-store.ts';

const [from, to] = ['0123456789abcdef', 'fedcba9876543210'];
const idle: MasterKeyStatus = {
  configured: to,
  previous: from,
  inForce: from,
  since: undefined,
  rotation: undefined,
};

/** A vault with two pages of keys, which fails once before each of these steps. */
const vaultThat = (failsBefore: readonly (keyof KeyRotation)[] = []) => {
  let status = idle;
  const failing = new Set(failsBefore);
  const steps: string[] = [];
  const step = (name: keyof KeyRotation, effect: () => void) => async (): Promise<void> => {
    if (failing.delete(name)) throw new Error('The database is away.');
    steps.push(name);
    effect();
  };
  const keyRotation: KeyRotation = {
    read: async () => status,
    begin: step('begin', () => {
      const startedAt = '2026-11-29T10:00:00.000Z';
      status = {
        ...status,
        inForce: to,
        rotation: { from, to, startedAt, state: 'wrapping', total: 2, done: 0, damaged: 0 },
      };
    }),
    wrapMore: step('wrapMore', () => {
      if (!status.rotation) throw new Error('unreachable');
      const done = status.rotation.done + 1;
      status = {
        ...status,
        rotation: { ...status.rotation, done, state: done === 2 ? 'wrapped' : 'wrapping' },
      };
    }),
    overwriteRemains: step('overwriteRemains', () => {}),
    end: step('end', () => {
      status = { ...status, rotation: undefined };
    }),
  };
  return { keyRotation, steps, status: () => status };
};

const leases: Leases = {
  acquire: async (name, signal) => ({
    name,
    fence: 1,
    signal,
    isHeld: () => true,
    confirm: async () => {},
    release: async () => {},
  }),
};

const listNodesOf =
  (keys: () => readonly string[]): ListNodes =>
  async () => ({
    nodes: keys().map((key, index) => ({
      id: `node-${index}`,
      host: `host-${index}`,
      role: 'all',
      version: '1',
      since: '2026-11-29T10:00:00.000Z',
      lastSeen: 0,
      alive: true,
      offers: [masterKeyOffer(key)],
      self: index === 0,
      shares: 0,
      work: [],
    })),
    missing: [],
  });

const run = async (
  vault: ReturnType<typeof vaultThat>,
  listNodes: ListNodes,
  isDone: () => boolean,
): Promise<readonly string[]> => {
  const eventStore = createInMemoryEventStore();
  const stop = new AbortController();
  const running = runKeyRotation(
    {
      keyRotation: vault.keyRotation,
      leases,
      listNodes,
      eventStore,
      identity: createIdentitySource(),
      states: createMemoryStateCache(),
      logger: silentLogger,
      lookEvery: 1,
    },
    stop.signal,
  );
  await expect.poll(isDone).toBe(true);
  stop.abort();
  await running;
  return eventStore.events.map(({ type }) => type);
};

describe('the rotation of the master key', () => {
  it('wraps every key, records it, and overwrites what was there', async () => {
    const vault = vaultThat();
    const events = await run(
      vault,
      listNodesOf(() => [to, to]),
      () => vault.steps.includes('end'),
    );
    expect(vault.steps).toEqual(['begin', 'wrapMore', 'wrapMore', 'overwriteRemains', 'end']);
    expect(events).toEqual(['MasterKeyRotated']);
  });

  it('is recorded once although a step fails before and after its record', async () => {
    const vault = vaultThat(['begin', 'wrapMore', 'overwriteRemains', 'end']);
    const events = await run(
      vault,
      listNodesOf(() => [to]),
      () => vault.steps.includes('end'),
    );
    expect(events).toEqual(['MasterKeyRotated']);
    expect(vault.status().rotation).toBeUndefined();
  });

  it('waits while a node is configured with another master key', async () => {
    const vault = vaultThat();
    let keys: readonly string[] = [to, from];
    let looks = 0;
    const listNodes: ListNodes = () => {
      looks += 1;
      if (looks === 3) {
        expect(vault.steps).toEqual([]);
        keys = [to, to];
      }
      return listNodesOf(() => keys)();
    };
    await run(vault, listNodes, () => vault.steps.includes('end'));
    expect(looks).toBeGreaterThanOrEqual(3);
  });
});
