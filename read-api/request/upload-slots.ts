import type { IncomingMessage } from 'node:http';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** Limits of all concurrent uploads. */
type UploadLimits = {
  /** The most concurrent uploads, from arrival until the command has decided. */
  readonly maxUploads: number;
  /** The most concurrent uploads of one caller. */
  readonly maxUploadsPerCaller: number;
  /** Their total announced bytes; a single upload of any allowed size always fits. */
  readonly maxUploadBytes: number;
  /** The size assumed for an upload without an announced length. */
  readonly maxFileBytes: number;
};

/** Bounds the disk space of staged uploads, regardless of the number of senders. */
export type UploadSlots = {
  /**
   * Reserves space for a request's file before any of it is read, and returns a function that releases it (harmless
   * when repeated).
   *
   * @throws Failure `unavailable` with `retryAfter` while there is no space, `rate_limit_exceeded` while the caller's
   *   share is used up
   */
  readonly take: (incoming: Pick<IncomingMessage, 'headers'>, callerId: string) => () => void;
};

const RETRY_AFTER_SECONDS = 5;
/** The share of the bytes that one caller may reserve: 32 files of 50 MB, and a few of other callers still fit. */
const CALLER_SHARE = 0.8;

const noRoom = (limits: UploadLimits): Failure =>
  new Failure(
    failure('unavailable', 'Too many files are being uploaded at the moment. Try again in a few seconds.', {
      component: 'uploads',
      retryAfter: RETRY_AFTER_SECONDS,
      details: { maxUploads: limits.maxUploads, maxBytes: limits.maxUploadBytes },
    }),
  );

const tooManyOfCaller = ({ maxUploadsPerCaller }: UploadLimits): Failure =>
  new Failure(
    failure('rate_limit_exceeded', 'You have too many uploads in progress. Let some of them finish first.', {
      component: 'uploads',
      retryAfter: RETRY_AFTER_SECONDS,
      details: { maxUploads: maxUploadsPerCaller },
    }),
  );

type Taken = { readonly uploads: number; readonly bytes: number };
const nothing: Taken = { uploads: 0, bytes: 0 };

/** The announced size of a request in bytes; without one, the largest allowed size. */
export const announcedBytes = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { maxFileBytes }: Pick<UploadLimits, 'maxFileBytes'>,
): number => {
  const announced = Number(headers['content-length']);
  return Number.isSafeInteger(announced) && announced >= 0 ? announced : maxFileBytes;
};

export const createUploadSlots = (limits: UploadLimits, metrics: Metrics): UploadSlots => {
  let all = nothing;
  const callers = new Map<string, Taken>();
  const change = (callerId: string, by: 1 | -1, size: number): void => {
    const changed = ({ uploads, bytes }: Taken): Taken => ({
      uploads: uploads + by,
      bytes: bytes + by * size,
    });
    all = changed(all);
    const left = changed(callers.get(callerId) ?? nothing);
    if (left.uploads === 0) callers.delete(callerId);
    else callers.set(callerId, left);
    metrics.gauge('anamnesis_http_uploads_open', all.uploads, {});
  };
  /** Whether one more upload is within both limits; a single one of any size always is. */
  const fits = ({ uploads, bytes }: Taken, size: number, maxUploads: number, maxBytes: number): boolean =>
    uploads < maxUploads && (uploads === 0 || bytes + size <= maxBytes);
  return {
    take: ({ headers }, callerId) => {
      const size = announcedBytes({ headers }, limits);
      const { maxUploads, maxUploadsPerCaller, maxUploadBytes } = limits;
      if (!fits(all, size, maxUploads, maxUploadBytes)) throw noRoom(limits);
      const own = callers.get(callerId) ?? nothing;
      if (!fits(own, size, maxUploadsPerCaller, maxUploadBytes * CALLER_SHARE)) throw tooManyOfCaller(limits);
      change(callerId, 1, size);
      let taken = true;
      return () => {
        if (taken) change(callerId, -1, size);
        taken = false;
      };
    },
  };
};
