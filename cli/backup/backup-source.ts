import type { ApiClient } from '../../client/create-client.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import {
  fromLines,
  storedClaimSchema,
  storedEventSchema,
  wrappedKeySchema,
} from '../../infra/storage/backup/stored-lines.ts';
import type { BackupSource, BackupStart } from '../../infra/storage/backup/take-backup.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { isMissing } from '../api/api-failure.ts';

async function* blobOf(client: ApiClient, backupId: string, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    yield* client.download('/api/admin/backups/{backupId}/blobs/{sha256}', { path: { backupId, sha256 } });
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Failure(failure('not_found', error.message, { details: { sha256 } }), { cause: error });
  }
}

/** Answer by answer: what is done with one may take as long as it likes before the next is asked for. */
async function* eventsOf(
  client: ApiClient,
  backupId: string,
  after: Position,
  to: Position,
): AsyncGenerator<readonly StoredEvent[]> {
  let from = after;
  while (from < to) {
    const answered: StoredEvent[] = [];
    for await (const page of fromLines(
      client.download('/api/admin/backups/{backupId}/events', { path: { backupId }, query: { after: from } }),
      storedEventSchema,
    ))
      answered.push(...page);
    const wanted = answered.filter(({ position }) => position <= to);
    const last = wanted.at(-1);
    if (!last) return;
    yield wanted;
    from = last.position;
  }
}

/** A running installation as its server gives it to a backup that was begun. */
export const backupSourceOf = (client: ApiClient, { backupId }: BackupStart): BackupSource => ({
  events: (after, to) => eventsOf(client, backupId, after, to),
  blob: (sha256) => blobOf(client, backupId, sha256),
  claims: () =>
    fromLines(
      client.download('/api/admin/backups/{backupId}/claims', { path: { backupId } }),
      storedClaimSchema,
    ),
  wrappedKeys: () =>
    fromLines(
      client.download('/api/admin/backups/{backupId}/keys', { path: { backupId } }),
      wrappedKeySchema,
    ),
});
