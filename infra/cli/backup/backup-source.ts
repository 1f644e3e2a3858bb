import { Failure, failure } from '../../../domain/kernel/failure.ts';
import {
  fromLines,
  storedClaimSchema,
  storedEventSchema,
  wrappedKeySchema,
} from '../../backup/stored-lines.ts';
import type { BackupSource, BackupStart } from '../../backup/take-backup.ts';
import type { ApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';

async function* blobOf(client: ApiClient, backupId: string, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    yield* client.backupBlob(backupId, sha256);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'not_found') throw error;
    throw new Failure(failure('not_found', error.message, { details: { sha256 } }), { cause: error });
  }
}

async function* upTo<Item extends { readonly position: number }>(
  pages: AsyncIterable<readonly Item[]>,
  to: number,
): AsyncGenerator<readonly Item[]> {
  for await (const page of pages) {
    const wanted = page.filter(({ position }) => position <= to);
    if (wanted.length > 0) yield wanted;
    if (wanted.length < page.length) return;
  }
}

/** A running installation as its server gives it to a backup that was begun. */
export const backupSourceOf = (client: ApiClient, { backupId }: BackupStart): BackupSource => ({
  events: (after, to) => upTo(fromLines(client.backupEvents(backupId, after), storedEventSchema), to),
  blob: (sha256) => blobOf(client, backupId, sha256),
  claims: () => fromLines(client.backupClaims(backupId), storedClaimSchema),
  wrappedKeys: () => fromLines(client.backupKeys(backupId), wrappedKeySchema),
});
