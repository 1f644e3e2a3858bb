import type { IncomingMessage } from 'node:http';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** Bounds of all uploads that are under way together. */
export type UploadLimits = {
  /** Files that arrive or are being decided on at once. */
  readonly maxUploads: number;
  /** Their bytes in total, as announced; a single one of any allowed size always fits. */
  readonly maxUploadBytes: number;
  /** What an upload counts for that does not say how long it is. */
  readonly maxFileBytes: number;
};

/** Keeps what is staged on the disk within bounds, however many send at once. */
export type UploadSlots = {
  /**
   * Takes room for a request's file before any of it is read, and answers how to give it back (harmless when repeated).
   *
   * @throws Failure `unavailable` with `retryAfter` while there is no room
   */
  readonly take: (incoming: Pick<IncomingMessage, 'headers'>) => () => void;
};

const RETRY_AFTER_SECONDS = 5;

const noRoom = (limits: UploadLimits): Failure =>
  new Failure(
    failure('unavailable', 'Too many files are being uploaded at the moment. Try again in a few seconds.', {
      component: 'uploads',
      retryAfter: RETRY_AFTER_SECONDS,
      details: { maxUploads: limits.maxUploads, maxBytes: limits.maxUploadBytes },
    }),
  );

export const createUploadSlots = (limits: UploadLimits, metrics: Metrics): UploadSlots => {
  let uploads = 0;
  let bytes = 0;
  const change = (by: 1 | -1, size: number): void => {
    uploads += by;
    bytes += by * size;
    metrics.gauge('anamnesis_http_uploads_open', uploads);
  };
  return {
    take: ({ headers }) => {
      const announced = Number(headers['content-length']);
      const size = Number.isSafeInteger(announced) && announced >= 0 ? announced : limits.maxFileBytes;
      if (uploads >= limits.maxUploads || (uploads > 0 && bytes + size > limits.maxUploadBytes))
        throw noRoom(limits);
      change(1, size);
      let taken = true;
      return () => {
        if (taken) change(-1, size);
        taken = false;
      };
    },
  };
};
