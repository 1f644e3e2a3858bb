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
    for await (const page of fromLines(client.backupEvents(backupId, from), storedEventSchema))
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
  claims: () => fromLines(client.backupClaims(backupId), storedClaimSchema),
  wrappedKeys: () => fromLines(client.backupKeys(backupId), wrappedKeySchema),
});
