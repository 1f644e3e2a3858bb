import { existsSync, statSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requireSpaceToStart } from '../../../../../infra/installation/disk/require-space-to-start.ts';
import { reserveSpace } from '../../../../../infra/installation/disk/reserve-space.ts';
import { watchFreeSpace } from '../../../../../infra/installation/disk/watch-free-space.ts';
import { isDiskFull } from '../../../../../ports/free-space.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { until } from '../../../../support/log-harness.ts';
import { quickenPauses } from '../../../../support/quick-pauses.ts';

const MB = 1_000_000;
/** Longer than a reading of the disk stays valid. */
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

describe('the free-space watch', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('reports the free and the required space', () => {
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

  it('counts accepted writes until the next reading, so that a burst cannot use up the reserve', () => {
    const { space } = watch(89 * MB);
    space.require(5 * MB);
    expect(isDiskFull(refusalOf(() => space.require(5 * MB)))).toBe(true);
  });

  it('refuses one write that is too large and still accepts others', () => {
    const { space } = watch(100 * MB);
    expect(isDiskFull(refusalOf(() => space.require(50 * MB)))).toBe(true);
    expect(space.shortage()).toBeUndefined();
    space.require(MB);
  });

  it('accepts writes again only with some more space than the reserve', async () => {
    const { disk, space } = watch(79 * MB);
    expect(space.shortage()).toBeDefined();
    disk.free = 85 * MB;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    expect(space.shortage()).toBeDefined();
    disk.free = 91 * MB;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    expect(space.shortage()).toBeUndefined();
  });

  it('accepts questions for longer than other writes, and access records for longest', async () => {
    const { disk, space } = watch(65 * MB, 256 * MB);
    expect(isDiskFull(refusalOf(() => space.require()))).toBe(true);
    space.requireForQuestion();
    await space.waitForRoom(new AbortController().signal);

    disk.free = 63 * MB;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    expect(refusalOf(() => space.requireForQuestion())).toMatchObject({
      reason: { component: 'disk', message: expect.stringContaining('Searches still work') },
    });
    disk.free = 33 * MB;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    space.requireForRecord();
    disk.free = 31 * MB;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    expect(refusalOf(() => space.requireForRecord())).toMatchObject({
      reason: { component: 'disk', message: expect.not.stringContaining('still work') },
    });
  });

  it('reserves space for access records, and releases it when others use up the rest', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'anamnesis-kept-'));
    const file = join(folder.path, 'kept-back');
    const disk = { free: 1000 * MB };
    const kept = reserveSpace(file, 64 * MB);
    const space = watchFreeSpace({
      folder: folder.path,
      holds: 'data',
      reserve: 256 * MB,
      logger: silentLogger,
      metrics: silentMetrics,
      freeBytes: () => disk.free + (existsSync(file) ? 0 : 64 * MB),
      kept,
      keepAfter: 0,
    });
    space.require();
    await until('the room is taken', () => kept.isHeld());
    expect(statSync(file).size).toBeGreaterThanOrEqual(64 * MB);
    expect(reserveSpace(file, 64 * MB).isHeld()).toBe(true);

    disk.free = 0;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    expect(isDiskFull(refusalOf(() => space.require()))).toBe(true);
    expect(existsSync(file)).toBe(true);
    space.requireForRecord();
    expect(existsSync(file)).toBe(false);

    disk.free = 1000 * MB;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    space.require();
    await until('the room is taken again', () => kept.isHeld());
  });

  it('lets callers wait for space until they are aborted', async () => {
    quickenPauses();
    const { disk, space } = watch(0);
    const stop = new AbortController();
    const calledOff = space.waitForRoom(stop.signal).catch((error: unknown) => error);
    stop.abort(new Error('over'));
    expect(await calledOff).toMatchObject({ message: 'over' });
    const waiting = space.waitForRoom(new AbortController().signal);
    disk.free = 200 * MB;
    vi.advanceTimersByTime(NEXT_LOOK_MS);
    await waiting;
  });

  it('refuses nothing when the file system does not report its size', () => {
    const { space } = watch(undefined);
    space.require(1000 * MB);
    expect(space.shortage()).toBeUndefined();
  });
});

describe('startup on a full disk', () => {
  const start = (megabytes: number) => ({ freeBytes: () => megabytes * MB });

  it('names the folder and the required space, which is more for a new database', () => {
    expect(() => requireSpaceToStart('/nowhere/database', start(90))).toThrow(
      'The disk of /nowhere/database is full: a new database needs 105 MB, 90 MB are free.',
    );
    expect(() => requireSpaceToStart('/nowhere/database', start(106))).not.toThrow();
    expect(() => requireSpaceToStart('/nowhere/database', { freeBytes: () => undefined })).not.toThrow();
  });

  it('creates no database that could not store anything', () => {
    expect(() => requireSpaceToStart('/nowhere/database', { ...start(140), reserve: 256 * MB })).toThrow(
      'a new database needs 361 MB, of which 256 MB stay free (MIN_FREE_DISK_MB), 140 MB are free.',
    );
    expect(() =>
      requireSpaceToStart('/nowhere/database', { ...start(370), reserve: 256 * MB }),
    ).not.toThrow();
  });
});
