import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import { type Check, count, fine, megabytes, progress, warning } from '../check.ts';
import { findOrphans, type OrphanServices } from '../find-orphans.ts';

/** Blobs that no event names: harmless, but they take space. Removed when that was asked for. */
export const orphanedBlobs = (
  services: OrphanServices & { readonly blobs: Pick<BlobStore, 'list' | 'remove'>; readonly logger: Logger },
): Check => ({
  name: 'orphans',
  run: async function* ({ repair, grace }, signal) {
    let [found, bytes, removed] = [0, 0, 0];
    for await (const { orphans, done, total } of findOrphans(services, grace, signal)) {
      yield progress(done, total);
      for (const orphan of orphans) {
        signal.throwIfAborted();
        found += 1;
        bytes += orphan.size;
        if (repair && (await services.blobs.remove(orphan))) removed += 1;
      }
    }
    if (removed > 0) services.logger.info({ removed, bytes }, 'Files that no event names were removed.');
    const hours = Math.round(grace / 3_600_000);
    const what = `${count(found, 'file')} (${megabytes(bytes)}) that no event names for ${count(hours, 'hour')} or more`;
    if (found === 0) yield fine(`No files without an event older than ${count(hours, 'hour')}.`);
    else if (!repair) yield warning(`${what}.`, 'Run "doctor --repair" to remove them.');
    else yield fine(`Removed ${removed} of ${what}.`);
  },
});
