import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';
import { serversFolder } from './find-running-servers.ts';
import type { DataDirectory } from './open-data-directory.ts';

export type Announcement = { readonly url: string; readonly certificate?: string };

/**
 * Announces the address of this process to the command line while it runs: the file stays locked, so that one left by a
 * killed server is recognized. Several nodes may share a folder; each has its own file.
 *
 * Returns a function that withdraws the announcement.
 */
export const announceServer = async (
  { path }: DataDirectory,
  announcement: Announcement,
): Promise<() => Promise<void>> => {
  const folder = serversFolder(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const announced = join(folder, `${randomUUID()}.json`);
  const draft = `${announced}.new`;
  const file = await open(draft, 'wx', 0o600);
  await file.writeFile(JSON.stringify({ pid: process.pid, ...announcement }));
  // Locked before it becomes visible. Without file locks, the reader has to probe the server.
  const lock = await lockFile(file).catch(() => undefined);
  await rename(draft, announced);
  return async () => {
    await rm(announced, { force: true });
    await lock?.release();
  };
};
