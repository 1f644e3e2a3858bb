import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { lockFile } from './file-lock.ts';
import { systemCodeOf } from './small-files.ts';

/** The address of a running server, stored with its data for the command line to find. */
const serverSchema = z.object({ pid: z.int(), url: z.url(), certificate: z.string().optional() });
type RunningServer = z.output<typeof serverSchema>;

/** The folder of the servers' announcements. */
export const serversFolder = (path: string): string => join(resolve(path), 'servers');

/**
 * Whether the server that wrote the file has stopped: a running one holds its lock. Removes the file of a stopped one.
 */
const isLeftBehind = async (path: string): Promise<boolean> => {
  try {
    const lock = await lockFile(await open(path, 'r+'));
    if (lock === undefined) return false;
    await rm(path, { force: true });
    await lock.release();
    return true;
  } catch (error) {
    // The file belongs to another user or is on a file system without locks: the server may be running.
    return systemCodeOf(error) === 'ENOENT';
  }
};

const read = async (path: string): Promise<RunningServer | undefined> => {
  if (await isLeftBehind(path)) return undefined;
  try {
    return serverSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    // The server has just stopped, or something else wrote the file.
    return undefined;
  }
};

/**
 * Finds the servers that run on a data directory. That they run is certain if the file system supports locks; that they
 * are reachable is not: their address may be inside another container.
 *
 * @throws the operating system's error when the folder of announcements exists and cannot be listed
 */
export const findRunningServers = async (path: string): Promise<readonly RunningServer[]> => {
  const folder = serversFolder(path);
  const names = await readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return [];
    throw error;
  });
  const servers = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => read(join(folder, name))),
  );
  return servers.filter((server) => server !== undefined);
};
