import { createHash } from 'node:crypto';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { PIECE } from '../spool-content.ts';
import type { BlobCopies } from './blob-copies.ts';
import type { ByteRange } from './byte-range.ts';

/** The most consecutive connection failures without any progress. */
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

/** Reads a blob, and resumes after a broken connection at the same byte: every copy has the same content. */
export async function* readWithResume(
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

/** Reads a whole blob, and verifies it against its address. */
export async function* readVerified(
  copies: Pick<BlobCopies, 'open'>,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of readWithResume(copies, sha256, undefined)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw altered(sha256);
}
