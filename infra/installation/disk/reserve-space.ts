import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Disk space reserved by a file, so that other writers cannot use it. */
export type ReservedSpace = {
  readonly bytes: number;
  readonly isHeld: () => boolean;
  /**
   * Reserves the space. Does nothing when it is reserved already or being reserved; a partial reservation is released.
   */
  readonly hold: () => Promise<void>;
  /** Releases the space. Returns whether there was any. */
  readonly release: () => boolean;
};

const PART = 1024 * 1024;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Reserves space in a file. The content is really written, because a sparse file reserves nothing; a file left by an
 * earlier process is reused.
 */
export const reserveSpace = (file: string, bytes: number): ReservedSpace => {
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
        // Another caller may have released it in the meantime.
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
