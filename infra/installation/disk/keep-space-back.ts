import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Room on a disk that a file holds, so that others who fill the disk leave it. */
export type KeptSpace = {
  readonly bytes: number;
  readonly isHeld: () => boolean;
  /** Takes the room. Harmless when it is held or being taken; what cannot be had is given back. */
  readonly hold: () => Promise<void>;
  /** Gives the room back at once. Answers whether there was any. */
  readonly release: () => boolean;
};

const PART = 1024 * 1024;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Keeps space back in a file. Its content is written, because a file with holes holds no room; a file that a former process
 * left is taken over.
 */
export const keepSpaceBack = (file: string, bytes: number): KeptSpace => {
  let isHeld = sizeOf(file) >= bytes;
  let isTaking = false;

  const release = (): boolean => {
    const had = sizeOf(file) > 0;
    isHeld = false;
    rmSync(file, { force: true });
    return had;
  };

  const take = async (): Promise<void> => {
    const content = Buffer.alloc(PART, 1);
    await using opened = await open(file, 'w', 0o600);
    for (let written = 0; written < bytes; written += PART) await opened.write(content);
  };

  return {
    bytes,
    isHeld: () => isHeld,
    hold: async () => {
      if (isHeld || isTaking) return;
      isTaking = true;
      try {
        await take();
        // Another caller may have given it back meanwhile.
        isHeld = sizeOf(file) >= bytes;
      } catch {
        release();
      } finally {
        isTaking = false;
      }
    },
    release,
  };
};
