import { Failure, failure } from '../domain/kernel/failure.ts';

/**
 * Whether there is room on the disk for more. What writes asks first and is refused early, so that the reserve is left
 * for what must not fail: leases, checkpoints and the database's own write-ahead log.
 */
export type FreeSpace = {
  /**
   * Rejects writes of about that many bytes, as `unavailable` of the component `disk`, when they would use up the
   * reserve.
   */
  readonly require: (bytes?: number) => void;
  /** The same for a question and its answer, which may use most of the reserve. */
  readonly requireForQuestion: () => void;
  /** The same for the records that reading must leave behind: they may use even more, and what is kept back for them. */
  readonly requireForRecord: () => void;
  /** Why writes are refused at the moment; `undefined` while they are not. */
  readonly shortage: () => string | undefined;
  /**
   * Resolves once there is room for the usual work behind questions, or for work that takes much; rejects with the signal's
   * reason.
   */
  readonly waitForRoom: (signal: AbortSignal, work?: 'usual' | 'large') => Promise<void>;
};

const megabytes = (bytes: number): number => Math.max(0, Math.floor(bytes / 1_000_000));

/** Seconds after which a refused caller may try again: about the time needed to make room. */
const LOOK_AGAIN_AFTER = 30;

const describeFree = (free: number, needed: number): string =>
  `${megabytes(free)} MB free, ${megabytes(needed)} MB needed${free <= 0 ? ' (or the file system is out of inodes: see "df -i")' : ''}`;

/** Reports the free and the required bytes. */
export const describeShortage = (free: number, needed: number): string =>
  `The disk is nearly full: ${describeFree(free, needed)}. Reads still work; writes resume by themselves once there is room.`;

/** The same where questions are refused as well, or even reading is, because no one could tell later who has read what. */
export const describeFullDisk = (free: number, needed: number, refused: 'questions' | 'reading'): string =>
  refused === 'questions'
    ? `The disk is nearly full: ${describeFree(free, needed)} to answer questions. Searches still work; questions are taken once there is room.`
    : `The disk is full: ${describeFree(free, needed)} to record who reads. What has to be recorded is shown once there is room.`;

/** The message to a writer while the disk is too full. */
export const diskFull = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'disk', retryAfter: LOOK_AGAIN_AFTER }));

/** Whether work failed for lack of space: refused early, or by the operating system, which also enforces quotas. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Failure
    ? error.reason.component === 'disk'
    : error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Reports that there is always space, for storage that keeps nothing on a disk. */
export const unlimitedSpace: FreeSpace = {
  require: () => {},
  requireForQuestion: () => {},
  requireForRecord: () => {},
  shortage: () => undefined,
  waitForRoom: async () => {},
};
