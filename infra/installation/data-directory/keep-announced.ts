import { type Announcement, announceServer } from './announce-server.ts';
import type { DataDirectory } from './open-data-directory.ts';

/**
 * Announces to the command line where this process listens, and again when that changes: a self-signed certificate is
 * trusted only because of this file. The new one is there before the old one goes.
 */
export const keepAnnounced = async (dataDirectory: DataDirectory, first: Announcement) => {
  let withdrawLast = await announceServer(dataDirectory, first);
  let isOver = false;
  let work: Promise<void> = Promise.resolve();
  return {
    /** Rejects when it cannot be written; what was announced before stays then. */
    announce: (announcement: Announcement): Promise<void> => {
      const done = work.then(async () => {
        if (isOver) return;
        const withdrawBefore = withdrawLast;
        withdrawLast = await announceServer(dataDirectory, announcement);
        await withdrawBefore();
      });
      work = done.catch(() => {});
      return done;
    },
    withdraw: async (): Promise<void> => {
      isOver = true;
      await work;
      await withdrawLast();
    },
  };
};
