import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { requireSpaceToStart } from '../../../../../infra/installation/disk/require-space-to-start.ts';
import { watchFreeSpace } from '../../../../../infra/installation/disk/watch-free-space.ts';
import { isDiskFull } from '../../../../../ports/free-space.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';

const MB = 1_000_000;
/** Longer than a look at the disk is believed. */
const NEXT_LOOK_MS = 120;

const watch = (free: number | undefined, reserve = 80 * MB) => {
  const disk = { free };
  const space = watchFreeSpace({
    folder: '/data',
    holds: 'data',
    reserve,
    logger: silentLogger,
    metrics: silentMetrics,
    freeBytes: () => disk.free,
  });
  return { disk, space };
};

const refusalOf = (write: () => void): unknown => {
  try {
    write();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('the watch over free space', () => {
  it('says how much is free and how much is needed', () => {
    const { space } = watch(79 * MB);
    expect(refusalOf(() => space.require())).toMatchObject({
      reason: {
        code: 'unavailable',
        component: 'disk',
        retryAfter: 30,
        message: expect.stringContaining('79 MB free, 90 MB needed'),
      },
    });
    expect(space.shortage()).toContain('79 MB free, 90 MB needed');
  });

  it('counts what it let through before it looks again, so that a burst cannot eat the reserve', () => {
    const { space } = watch(89 * MB);
    space.require(5 * MB);
    expect(isDiskFull(refusalOf(() => space.require(5 * MB)))).toBe(true);
  });

  it('refuses one write that is too large and goes on taking others', () => {
    const { space } = watch(100 * MB);
    expect(isDiskFull(refusalOf(() => space.require(50 * MB)))).toBe(true);
    expect(space.shortage()).toBeUndefined();
    space.require(MB);
  });

  it('takes writes again only when there is some more than the reserve', async () => {
    const { disk, space } = watch(79 * MB);
    expect(space.shortage()).toBeDefined();
    disk.free = 85 * MB;
    await sleep(NEXT_LOOK_MS);
    expect(space.shortage()).toBeDefined();
    disk.free = 91 * MB;
    await sleep(NEXT_LOOK_MS);
    expect(space.shortage()).toBeUndefined();
  });

  it('lets the records of readers use half of the reserve', async () => {
    const { disk, space } = watch(41 * MB);
    space.requireForRecord();
    disk.free = 39 * MB;
    await sleep(NEXT_LOOK_MS);
    expect(isDiskFull(refusalOf(() => space.requireForRecord()))).toBe(true);
  });

  it('has those wait who can until there is room, or they are called off', async () => {
    const { disk, space } = watch(0);
    const stop = new AbortController();
    const calledOff = space.waitForRoom(stop.signal).catch((error: unknown) => error);
    stop.abort(new Error('over'));
    expect(await calledOff).toMatchObject({ message: 'over' });
    const waiting = space.waitForRoom(new AbortController().signal);
    disk.free = 200 * MB;
    await waiting;
  });

  it('refuses nothing where the file system does not say how large it is', () => {
    const { space } = watch(undefined);
    space.require(1000 * MB);
    expect(space.shortage()).toBeUndefined();
  });
});

describe('a start on a full disk', () => {
  it('names the folder and the room that is needed, more of it for a new database', () => {
    expect(() => requireSpaceToStart('/nowhere/database', () => 90 * MB)).toThrow(
      'The disk of /nowhere/database is full: opening the database needs 105 MB, 90 MB are free.',
    );
    expect(() => requireSpaceToStart('/nowhere/database', () => 106 * MB)).not.toThrow();
    expect(() => requireSpaceToStart('/nowhere/database', () => undefined)).not.toThrow();
  });
});
