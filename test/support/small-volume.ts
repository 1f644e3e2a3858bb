import { execFile } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A separate file system, small enough to be filled. */
export type SmallVolume = AsyncDisposable & {
  readonly path: string;
  /** Free bytes. */
  readonly free: () => number;
  /** Fills the volume until the given number of bytes is free; 0 fills it to the last byte. */
  readonly fill: (leave: number) => Promise<void>;
  /** Frees that space again. */
  readonly empty: () => Promise<void>;
};

/**
 * Mounts a volume of the given megabytes and number of files; `undefined`, with the reason printed, without permission.
 */
export const mountSmallVolume = async (megabytes: number, files = 0): Promise<SmallVolume | undefined> => {
  const path = await mkdtemp(join(tmpdir(), 'anamnesis-volume-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${files}`, 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    process.stdout.write(
      'A volume cannot be mounted here (that needs root): the tests of a full disk are skipped.\n',
    );
    return undefined;
  }
  const filler = join(path, 'filler');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    free,
    fill: async (leave) => {
      const file = await open(filler, 'a');
      try {
        while (free() > leave) {
          const bytes = Math.min(1024 * 1024, free() - leave);
          await file.appendFile(Buffer.alloc(bytes));
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['-l', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
};
