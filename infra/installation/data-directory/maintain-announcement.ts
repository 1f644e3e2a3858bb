import { type Announcement, announceServer } from './announce-server.ts';
import type { DataDirectory } from './open-data-directory.ts';

/**
 * Announces the address of this process to the command line, and again when it changes: a self-signed certificate is
 * trusted only because of this file. The new file exists before the old one is removed.
 */
export const maintainAnnouncement = async (dataDirectory: DataDirectory, first: Announcement) => {
  let withdrawLast = await announceServer(dataDirectory, first);
  let isOver = false;
  let work: Promise<void> = Promise.resolve();
  return {
    /** Rejects when the file cannot be written; the previous announcement then stays. */
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
