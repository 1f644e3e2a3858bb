import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyWrapping } from '../../../../../infra/storage/key-vault/key-wrapping.ts';
import { createLogTree } from '../../../../../infra/storage/log-proof/create-log-tree.ts';
import {
  createVerifiedPlaces,
  type VerifiedPlaces,
} from '../../../../../infra/storage/log-proof/verified-place.ts';
import { verifyLog } from '../../../../../infra/storage/log-proof/verify-log.ts';
import type { TreeHead } from '../../../../../ports/checkpoint-signer.ts';
import type { EventStore } from '../../../../../ports/event-store.ts';
import type { LogVerificationLine } from '../../../../../ports/log-proofs.ts';
import { createInMemoryTiles } from '../../../../support/in-memory-tiles.ts';
import { storedEventAt, storedLogOf } from '../../../../support/stored-log.ts';

const never = new AbortController().signal;
const HOUR = 3_600_000;
const events = Array.from({ length: 5000 }, (_, index) => storedEventAt(index + 1));
/** Pages have a thousand events. */
const sizes = [1000, 2000, 3000, 4000, 5000];

/** Facts in memory, as `coordination.shared_facts` has them. */
const facts = () => {
  const stored = new Map<string, string>();
  return {
    stored,
    query: async (text: string, [name, value]: readonly unknown[] = []) => {
      if (text.startsWith('select')) {
        const found = stored.get(String(name));
        return found === undefined ? [] : [{ value: found }];
      }
      if (text.startsWith('delete')) stored.delete(String(name));
      else stored.set(String(name), String(value));
      return [];
    },
  };
};

const checkpointsOf = async (eventStore: Pick<EventStore, 'readStored'>, tiles = createInMemoryTiles()) => {
  const tree = createLogTree({ eventStore, tiles });
  const heads: TreeHead[] = [];
  for (const size of sizes) {
    const edge = await tree.open(undefined, never);
    if (!edge) throw new Error('unreachable');
    await tree.grow(edge, size, never);
    await tree.store(edge);
    heads.push({ size, root: edge.root() });
  }
  return { tiles, checkpoints: heads };
};

/** The tree of the log, which verifications only read. */
const whole = checkpointsOf(storedLogOf(events));

describe('a verification of the log that was interrupted', () => {
  const masterKey = randomBytes(32);
  let session: ReturnType<typeof facts>;
  let now: number;
  /** The positions after which a page was read. */
  let read: number[];
  beforeEach(() => {
    session = facts();
    now = Date.now();
    read = [];
  });
  const placesOf = (key: Uint8Array = masterKey): VerifiedPlaces =>
    createVerifiedPlaces(session, createKeyWrapping(key), () => now);

  const linesOf = async (
    log: Pick<EventStore, 'readStored'>,
    places: VerifiedPlaces,
    until = Number.POSITIVE_INFINITY,
  ): Promise<readonly LogVerificationLine[]> => {
    const { tiles, checkpoints } = await whole;
    const eventStore: Pick<EventStore, 'readStored'> = {
      readStored: (after, limit) => {
        read.push(after);
        return log.readStored(after, limit);
      },
    };
    const lines: LogVerificationLine[] = [];
    for await (const line of verifyLog({ eventStore, tiles, checkpoints, places, keepEvery: 1000 }, never)) {
      lines.push(line);
      if (line.kind === 'progress' && line.position >= until) break;
    }
    return lines;
  };
  const intact = storedLogOf(events);
  const interrupt = () => linesOf(intact, placesOf(), 3000);
  const last = async (log = intact, places = placesOf()) => {
    read = [];
    return (await linesOf(log, places)).at(-1);
  };

  it('continues after the last checkpoint that it had reached, and says so', async () => {
    await interrupt();
    expect(await last()).toMatchObject({ kind: 'verified', size: 5000, checkpoints: 5, resumedAfter: 3000 });
    expect(read[0]).toBe(3000);
  });

  it('leaves nothing to continue when it is complete', async () => {
    await interrupt();
    await last();
    expect(await last()).not.toHaveProperty('resumedAfter');
    expect(read[0]).toBe(0);
  });

  it('finds what was altered after its place', async () => {
    await interrupt();
    const altered = events.map((event) =>
      event.position === 4321 ? { ...event, data: '{"text":"x"}' } : event,
    );
    expect(await last(storedLogOf(altered))).toMatchObject({ kind: 'altered', from: 4321, position: 4321 });
    expect(read[0]).toBe(3000);
  });

  it.each<readonly [string, () => VerifiedPlaces]>([
    [
      'was begun more than a day ago',
      () => {
        now += 25 * HOUR;
        return placesOf();
      },
    ],
    [
      'is from the future',
      () => {
        now -= HOUR;
        return placesOf();
      },
    ],
    ['is sealed with another master key', () => placesOf(randomBytes(32))],
    [
      'was invented by someone without the master key',
      () => {
        const begunAt = now;
        const invented = JSON.stringify({ size: 4000, root: 'ab'.repeat(32), begunAt });
        session.stored.set('verified-place', Buffer.from(invented).toString('base64'));
        return placesOf();
      },
    ],
  ])('begins at the first event if its place %s', async (_, placesThen) => {
    await interrupt();
    expect(await last(intact, placesThen())).toMatchObject({ kind: 'verified', size: 5000 });
    expect(read[0]).toBe(0);
  });
});
