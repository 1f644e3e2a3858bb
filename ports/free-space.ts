import { Failure, failure } from '../domain/kernel/failure.ts';

/**
 * The free space on the disk. Writers ask first and are refused early, which leaves a reserve for what must not fail:
 * leases, checkpoints and the database's own write-ahead log.
 */
export type FreeSpace = {
  /** Throws `unavailable` with the component `disk` if writing about that many bytes would use up the reserve. */
  readonly require: (bytes?: number) => void;
  /** The same for a question and its answer, which may use most of the reserve. */
  readonly requireForQuestion: () => void;
  /** The same for access records: they may use even more, including the space reserved for them. */
  readonly requireForRecord: () => void;
  /** The reason why writes are currently refused; `undefined` while they are not. */
  readonly shortage: () => string | undefined;
  /**
   * Resolves when there is room for the usual background work of questions, or for large work; rejects with the
   * signal's reason.
   */
  readonly waitForRoom: (signal: AbortSignal, work?: 'usual' | 'large') => Promise<void>;
};

const megabytes = (bytes: number): number => Math.max(0, Math.floor(bytes / 1_000_000));

/** Retry-After in seconds: about the time needed to free space. */
const LOOK_AGAIN_AFTER = 30;

const describeFree = (free: number, needed: number): string =>
  `${megabytes(free)} MB free, ${megabytes(needed)} MB needed${free <= 0 ? ' (or the file system is out of inodes: see "df -i")' : ''}`;

/** Describes the free and the required space. */
export const describeShortage = (free: number, needed: number): string =>
  `The disk is nearly full: ${describeFree(free, needed)}. Reads still work; writes resume automatically once there is room.`;

/** The same when questions are refused as well, or even reads, because they could not be recorded. */
export const describeFullDisk = (free: number, needed: number, refused: 'questions' | 'reading'): string =>
  refused === 'questions'
    ? `The disk is nearly full: ${describeFree(free, needed)} to answer questions. Searches still work; questions are accepted once there is room.`
    : `The disk is full: ${describeFree(free, needed)} to record who reads. Content whose access must be recorded is available again once there is room.`;

/** Creates the refusal of a write while the disk is too full. */
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
