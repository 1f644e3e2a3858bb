import { statfsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import { describeFullDisk, describeShortage, diskFull, type FreeSpace } from '../../../ports/free-space.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { ReservedSpace } from './reserve-space.ts';

/**
 * With fewer free inodes a file system counts as full: a segment of the write-ahead log, the tables of a generation (a
 * dozen files or more) and a few blobs are all separate files.
 */
const MIN_FILES = 256;

/**
 * Bytes that an unprivileged process can still write to the file system of a folder; `undefined` if unknown. 0 when no
 * more files can be created (`df -i`), however many bytes are free.
 */
export const freeBytesOf = (folder: string): number | undefined => {
  try {
    const { bavail, bsize, blocks, files, ffree } = statfsSync(folder);
    if (files > 0 && ffree < MIN_FILES) return 0;
    // Some network and virtual file systems report no size, and some no number of files.
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
};

/** Whether a folder is on a different file system than its parent. */
export const isOnAnotherDisk = async (folder: string, parent: string): Promise<boolean> =>
  (await stat(folder)).dev !== (await stat(parent)).dev;

type FreeSpaceOptions = {
  /** The content of the folder, as a label in logs and metrics. */
  readonly holds: 'data' | 'blobs';
  readonly folder: string;
  /** Bytes to keep free. */
  readonly reserve: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly freeBytes?: (folder: string) => number | undefined;
  /** Space reserved for access records, released when nothing else is left. */
  readonly kept?: ReservedSpace;
  /** Milliseconds until that space is reserved, and reserved again after its release. */
  readonly keepAfter?: number;
};

/** A check takes some microseconds; within this many milliseconds the bytes let through are counted instead. */
const LOOK_EVERY_MS = 100;
const LOOK_WHILE_WAITING_MS = 1000;
/** After a shortage, writes are accepted again when this much more than the reserve is free, to avoid flapping. */
const RELIEF = 1 / 8;

/** Short-lived processes, such as commands, reserve nothing. */
const KEEP_AFTER_MS = 60_000;

/** Access records need a segment of the write-ahead log (16 MB) now and then; without it the database fails. */
const LEAST_FOR_RECORDS = 24 * 1024 * 1024;

/** Free bytes below which access records are refused, derived from the reserve for everything else. */
export const minFreeForRecords = (reserve: number): number =>
  Math.min(reserve / 2, Math.max(reserve / 8, LEAST_FOR_RECORDS));

/** Creates a monitor for the free space on the disk of a folder. */
export const watchFreeSpace = (options: FreeSpaceOptions): FreeSpace => {
  const { folder, holds, reserve, logger, metrics, freeBytes = freeBytesOf, kept } = options;
  const forRecords = minFreeForRecords(reserve);
  const forQuestions = Math.max(forRecords, reserve / 4);
  let keepFrom = performance.now() + (options.keepAfter ?? KEEP_AFTER_MS);
  let free = Number.POSITIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Bytes let through since the last look, which may not have arrived on the disk yet. */
  let letThrough = 0;
  let isShort = false;

  const look = (): void => {
    const now = performance.now();
    if (now - lookedAt < LOOK_EVERY_MS && letThrough < reserve / 8) return;
    free = freeBytes(folder) ?? Number.POSITIVE_INFINITY;
    lookedAt = now;
    letThrough = 0;
    if (Number.isFinite(free)) metrics.gauge('anamnesis_disk_free_bytes', free, { holds });
  };

  /** Reserves the space for access records while there is plenty. */
  const keepBack = (): void => {
    if (!kept || kept.isHeld() || performance.now() < keepFrom || free < reserve * 2 + kept.bytes) return;
    keepFrom = performance.now() + (options.keepAfter ?? KEEP_AFTER_MS);
    void kept.hold();
  };

  const giveBack = (): void => {
    if (!kept?.release()) return;
    logger.warn(
      { holds, bytes: kept.bytes },
      'The disk is full: using the space reserved for access records.',
    );
    lookedAt = Number.NEGATIVE_INFINITY;
    look();
  };

  const needed = (): number => (isShort ? reserve * (1 + RELIEF) : reserve);

  const check = (bytes: number): boolean => {
    look();
    const enough = free - letThrough - bytes >= needed();
    // A single large write that does not fit does not imply a shortage for others.
    if (bytes > 0 && !enough && free - letThrough >= needed()) return false;
    if (enough) keepBack();
    if (enough === isShort) {
      isShort = !enough;
      if (isShort)
        logger.error({ holds, free, needed: reserve }, 'The disk is nearly full: writes are refused.');
      else logger.info({ holds, free, needed: reserve }, 'The disk has room again: writes are accepted.');
    }
    return enough;
  };

  return {
    require: (bytes = 0) => {
      if (!check(bytes)) throw diskFull(describeShortage(free, needed() + bytes));
      letThrough += bytes;
    },
    requireForQuestion: () => {
      look();
      if (free - letThrough < forQuestions) throw diskFull(describeFullDisk(free, forQuestions, 'questions'));
    },
    requireForRecord: () => {
      look();
      if (free - letThrough < forRecords) giveBack();
      if (free - letThrough < forRecords) throw diskFull(describeFullDisk(free, forRecords, 'reading'));
    },
    shortage: () => (check(0) ? undefined : describeShortage(free, needed())),
    waitForRoom: async (signal, work = 'usual') => {
      while (!check(0) && (work === 'large' || free - letThrough < forQuestions)) {
        signal.throwIfAborted();
        await abortablePause(LOOK_WHILE_WAITING_MS, signal);
      }
    },
  };
};
