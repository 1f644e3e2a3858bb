import type { IncomingMessage } from 'node:http';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The failure for a body that is too large. */
export const payloadTooLarge = (limit: number): Failure =>
  new Failure(
    failure('payload_too_large', `The request is larger than the limit of ${describeSize(limit)}.`, {
      details: { limit },
    }),
  );

/** The failure for an incomplete body; usually the client has disconnected. */
export const incompleteBody = (): Failure =>
  new Failure(failure('validation_error', 'The request ended before its body was complete.'));

/** Refuses a body whose announced length exceeds the limit. */
export const refuseAnnouncedLength = (incoming: IncomingMessage, limit: number): void => {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > limit) throw payloadTooLarge(limit);
};

/**
 * Refuses a body whose client disconnected before it was read: no event would signal its end, so a reader would wait
 * for ever.
 */
export const refuseAbortedBody = (incoming: IncomingMessage): void => {
  if (incoming.destroyed) throw incompleteBody();
};

/**
 * Reads a whole body into memory.
 *
 * @throws Failure `payload_too_large` as soon as more than `limit` bytes have arrived; the rest is discarded
 */
export const readBody = (incoming: IncomingMessage, limit: number): Promise<Buffer> => {
  refuseAnnouncedLength(incoming, limit);
  refuseAbortedBody(incoming);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      // The client has disconnected, but an aborted request still reports its error.
      incoming.on('error', () => {});
      settle();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      finish(() => reject(payloadTooLarge(limit)));
      incoming.resume();
    };
    const onEnd = (): void => finish(() => resolve(Buffer.concat(chunks, size)));
    const onBroken = (): void => finish(() => reject(incompleteBody()));
    incoming.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
};
