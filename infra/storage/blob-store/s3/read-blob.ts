import { createHash } from 'node:crypto';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { PIECE } from '../spool-content.ts';
import type { BlobCopies } from './blob-copies.ts';
import type { ByteRange } from './byte-range.ts';

/** How often in a row a connection may break without a piece in between. */
const ATTEMPTS = 5;

const altered = (sha256: string): Failure =>
  new Failure(
    failure('internal_error', 'A stored file in the bucket was altered. Restore it from a backup.', {
      component: 'blob-store',
      details: { sha256 },
    }),
  );

const isBroken = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.retryable === true;

/** Goes on where a connection broke: the content is the same in every copy. */
export async function* readOn(
  { open }: Pick<BlobCopies, 'open'>,
  sha256: string,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  let at = range?.start ?? 0;
  let failures = 0;
  for (;;) {
    try {
      const rest =
        at === 0 && range === undefined
          ? undefined
          : { start: at, end: range?.end ?? Number.MAX_SAFE_INTEGER };
      for await (const chunk of await open(sha256, rest)) {
        for (let from = 0; from < chunk.byteLength; from += PIECE) {
          const piece = chunk.subarray(from, from + PIECE);
          at += piece.byteLength;
          yield piece;
        }
        failures = 0;
      }
      return;
    } catch (error) {
      failures += 1;
      if (!isBroken(error) || failures >= ATTEMPTS) throw error;
    }
  }
}

/** What is read as a whole is compared with its address on the way. */
export async function* readWhole(
  copies: Pick<BlobCopies, 'open'>,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of readOn(copies, sha256, undefined)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw altered(sha256);
}
