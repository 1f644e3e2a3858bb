import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeSize } from '../../../domain/kernel/describe-size.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { freeBytesOf } from './watch-free-space.ts';

/** Bytes of an empty database (57 MB as measured), its write-ahead log and some headroom. */
const NEW_DATABASE = 100 * 1024 * 1024;
/** A segment of the write-ahead log, the last checkpoint's pages and small files. */
const EXISTING_DATABASE = 24 * 1024 * 1024;

type StartOptions = {
  /** Bytes to keep free: a new database that leaves less would refuse all writes. An existing one can still be read. */
  readonly reserve?: number;
  readonly freeBytes?: (folder: string) => number | undefined;
};

/**
 * Throws `unavailable`, with a sentence for the operator, when the disk has too little space to open the embedded
 * database, which would fail halfway.
 */
export const requireSpaceToStart = (
  database: string,
  { reserve = 0, freeBytes = freeBytesOf }: StartOptions = {},
): void => {
  const isNew = !existsSync(join(database, 'PG_VERSION'));
  const needed = isNew ? NEW_DATABASE + reserve : EXISTING_DATABASE;
  const free = freeBytes(dirname(database));
  if (free === undefined || free >= needed) return;
  throw new Failure(
    failure(
      'unavailable',
      `The disk of ${database} is full: ${isNew ? 'a new database' : 'opening the database'} needs ${describeSize(needed)}${isNew && reserve > 0 ? `, of which ${describeSize(reserve)} stay free (MIN_FREE_DISK_MB)` : ''}, ${describeSize(free)} are free${free <= 0 ? ' (or no more files can be created: see "df -i")' : ''}. Free some space and start again.`,
      { component: 'disk' },
    ),
  );
};
