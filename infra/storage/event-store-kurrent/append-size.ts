import { randomUUID } from 'node:crypto';
import { Failure } from '../../../domain/kernel/failure.ts';
import { defaultAppendLimits } from '../event-store/append-limits.ts';
import type { KurrentStreams } from './kurrent-streams.ts';

/** Bytes of the names and ids stored with an event. */
const BESIDE_BYTES = 256;
const { appendBytes, appendEvents, eventBytes } = defaultAppendLimits;
/** The largest append that the log guarantees to accept. */
const NEEDED_BYTES = appendBytes + appendEvents * BESIDE_BYTES;

const largestAppend = () => {
  const data = JSON.stringify('x'.repeat(eventBytes - 2));
  return Array.from({ length: Math.ceil(NEEDED_BYTES / eventBytes) }, () => ({
    id: randomUUID(),
    type: 'Probe',
    schemaVersion: 1,
    data,
    metadata: '{}',
  }));
};

/**
 * Finds out whether KurrentDB accepts the largest append, and returns its `MaxAppendSize` if that is smaller. KurrentDB
 * does not report the setting: an append of that size is sent with a wrong expected revision, so that it is always
 * refused (for its size if it is too large) and never stored. A sufficient size is not tested again.
 */
export const createAppendSizeProbe = (
  streams: Pick<KurrentStreams, 'append'>,
  prefix: string,
): (() => Promise<number | undefined>) => {
  let isEnough = false;
  return async () => {
    if (isEnough) return undefined;
    try {
      await streams.append(`${prefix}probe`, largestAppend(), 0);
      isEnough = true;
      return undefined;
    } catch (error) {
      const limit =
        error instanceof Failure && error.reason.code === 'payload_too_large'
          ? error.reason.details?.limit
          : undefined;
      if (typeof limit === 'number') return limit;
      throw error;
    }
  };
};
