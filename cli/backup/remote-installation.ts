import type { RemoteInstallation } from '../../app/offline/back-up.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { isMissing } from '../api/api-failure.ts';

async function* blobOf(client: ApiClient, backupId: string, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    yield* client.download('/api/admin/backups/{backupId}/blobs/{sha256}', { path: { backupId, sha256 } });
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Failure(failure('not_found', error.message, { details: { sha256 } }), { cause: error });
  }
}

/** A running installation, read through its server's backup API. */
export const remoteInstallation = (client: ApiClient): RemoteInstallation => ({
  begin: () => client.post('/api/admin/backups'),
  events: (backupId, after) =>
    client.download('/api/admin/backups/{backupId}/events', { path: { backupId }, query: { after } }),
  blob: (backupId, sha256) => blobOf(client, backupId, sha256),
  claims: (backupId) => client.download('/api/admin/backups/{backupId}/claims', { path: { backupId } }),
  wrappedKeys: (backupId) => client.download('/api/admin/backups/{backupId}/keys', { path: { backupId } }),
});
