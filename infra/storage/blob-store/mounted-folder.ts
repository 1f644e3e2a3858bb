import { Failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore, StagedBlob } from '../../../ports/blob-store.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import { folderFailure, otherFolder, silentFolder } from './folder-failure.ts';

type MountedFolder = {
  readonly store: BlobStore;
  /** Writes and removes a small file, within two seconds; rejects with a Failure. */
  readonly check: () => Promise<void>;
};

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'not_found';

type FolderOptions = {
  /** The identity of the folder with which the server started. */
  readonly identity: string;
  /** Reads the identity that the folder has now. */
  readonly readIdentity: () => Promise<string | undefined>;
};

const CHECK_MS = 2_000;
const PROBE = new TextEncoder().encode('written by a check');

async function* probeContent(): AsyncGenerator<Uint8Array> {
  yield PROBE;
}

/**
 * Wraps the store of a folder whose volume may be unmounted, replaced, made read-only or fail while the server runs. What
 * then fails is `unavailable`, as with a bucket: without this, a file that is merely out of reach would count as lost, and
 * an upload would be acknowledged into the empty mount point.
 */
export const createMountedFolder = (
  store: BlobStore,
  { identity, readIdentity }: FolderOptions,
): MountedFolder => {
  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw folderFailure(error);
    }
  };
  const requireSame = (): Promise<void> =>
    translated(async () => {
      if ((await readIdentity()) !== identity) throw otherFolder();
    });
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    await requireSame();
    return translated(work);
  };
  /**
   * Repeats what found no file, if the folder is the right one: the file is missing only if it is not found then either,
   * because the folder may have come back in between.
   */
  const orMissing = async <T>(work: () => Promise<T>, isMissing: (found: T) => boolean): Promise<T> => {
    const found = await translated(work);
    if (!isMissing(found)) return found;
    await requireSame();
    return translated(work);
  };
  const requireSameIfMissing = async (error: unknown): Promise<void> => {
    if (!isNotFound(error)) throw folderFailure(error);
    await requireSame();
  };
  const stage: BlobStore['stage'] = (content, limit) =>
    write(async () => {
      const staged = await store.stage(content, limit);
      return { ...staged, keep: () => write(staged.keep) } satisfies StagedBlob;
    });

  const probe = async (): Promise<void> => {
    const staged = await stage(probeContent(), PROBE.byteLength);
    await staged.discard();
  };

  return {
    store: {
      put: (content, limit) => write(() => store.put(content, limit)),
      stage,
      putBytes: (content) => write(() => store.putBytes(content)),
      get: async (sha256) => {
        try {
          return await store.get(sha256);
        } catch (error) {
          await requireSameIfMissing(error);
          return await translated(() => store.get(sha256));
        }
      },
      read: async function* (sha256, range) {
        try {
          yield* store.read(sha256, range);
          return;
        } catch (error) {
          // Only its opening, before the first piece, finds that a file is missing.
          await requireSameIfMissing(error);
        }
        yield* store.read(sha256, range);
      },
      has: (sha256) =>
        orMissing(
          () => store.has(sha256),
          (found) => !found,
        ),
      sizeOf: (sha256) =>
        orMissing(
          () => store.sizeOf(sha256),
          (size) => size === undefined,
        ),
      list: async function* (after) {
        await requireSame();
        try {
          yield* store.list(after);
        } catch (error) {
          throw folderFailure(error);
        }
      },
      remove: (blob) => write(() => store.remove(blob)),
    },
    check: async () => {
      if (!(await waitAtMost(CHECK_MS, probe()))) throw silentFolder();
    },
  };
};
