import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { lockFile } from './file-lock.ts';
import { systemCodeOf } from './small-files.ts';

/** Where a running server can be reached; written beside its data so that the command line finds it. */
const serverSchema = z.object({ pid: z.int(), url: z.url(), certificate: z.string().optional() });
type RunningServer = z.output<typeof serverSchema>;

/** Where servers say how they can be reached. */
export const serversFolder = (path: string): string => join(resolve(path), 'servers');

/** Whether the server that wrote the file has ended: a living one holds its lock. Removes what a dead one left. */
const isLeftBehind = async (path: string): Promise<boolean> => {
  try {
    const lock = await lockFile(await open(path, 'r+'));
    if (lock === undefined) return false;
    await rm(path, { force: true });
    await lock.release();
    return true;
  } catch (error) {
    // Of another user, or on a file system without locks: it may be alive.
    return systemCodeOf(error) === 'ENOENT';
  }
};

const read = async (path: string): Promise<RunningServer | undefined> => {
  if (await isLeftBehind(path)) return undefined;
  try {
    return serverSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    // It ended in this moment, or was written by something else.
    return undefined;
  }
};

/**
 * The servers that run on a data directory. That they run is certain where the file system keeps locks; that they can
 * be reached from here is not: their address may be that of another container.
 */
export const findRunningServers = async (path: string): Promise<readonly RunningServer[]> => {
  const folder = serversFolder(path);
  const names = await readdir(folder).catch(() => []);
  const servers = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => read(join(folder, name))),
  );
  return servers.filter((server) => server !== undefined);
};
