import { counted } from '../../../../domain/kernel/counted.ts';
import { describeSize } from '../../../../domain/kernel/describe-size.ts';
import type { BlobStore } from '../../../../ports/blob-store.ts';
import type { Logger } from '../../../../ports/logger.ts';
import { type Check, fine, progress, warning } from '../check.ts';
import { findOrphans, type OrphanServices } from '../find-orphans.ts';

/** Finds blobs that no event names: harmless, but they occupy space. Removes them on request. */
export const orphanedBlobs = (
  services: OrphanServices & {
    readonly blobs: Pick<BlobStore, 'list' | 'remove'>;
    /** The other database that may name blobs in this folder, if any: then nothing is removed. */
    readonly otherOwner: () => Promise<string | undefined>;
    readonly logger: Logger;
  },
): Check => ({
  name: 'orphans',
  run: async function* ({ repair, grace }, signal) {
    let [found, bytes, removed] = [0, 0, 0];
    const otherOwner = await services.otherOwner();
    const mayRemove = repair && otherOwner === undefined;
    for await (const { orphans, done, total } of findOrphans(services, grace, signal)) {
      yield progress(done, total);
      for (const orphan of orphans) {
        signal.throwIfAborted();
        found += 1;
        bytes += orphan.size;
        if (mayRemove && (await services.blobs.remove(orphan))) removed += 1;
      }
    }
    if (removed > 0) services.logger.info({ removed, bytes }, 'Files that no event names were removed.');
    const hours = Math.round(grace / 3_600_000);
    const what = `${counted(found, 'file')} (${describeSize(bytes)}) that no event names for ${counted(hours, 'hour')} or more`;
    if (found === 0) yield fine(`No files without an event older than ${counted(hours, 'hour')}.`);
    else if (otherOwner !== undefined)
      yield warning(`${what}. They may be named by ${otherOwner}.`, 'Nothing is removed while that exists.');
    else if (!repair) yield warning(`${what}.`, 'Run "npx anamnesis doctor --repair" to remove them.');
    else yield fine(`Removed ${removed} of ${what}.`);
  },
});
