import { foldCase } from '../../../domain/language/fold-case.ts';
import type { FileStore, StoredFile } from '../../../ports/file-store.ts';
import { readMultistatus } from '../dav/read-multistatus.ts';
import { byName, byNumber, searchBody } from './dav-bodies.ts';
import { fileIdOf, fileKeyOf } from './file-id.ts';
import { addressAt, type FilePath, pathBelow } from './file-path.ts';
import { LISTING_BYTES, listFolders, propfind } from './list-folders.ts';
import { fileFailure } from './refusal-of-server.ts';
import { type Listed, listedOf } from './stored-file.ts';
import { createWebdavClient, type PersonalFiles } from './webdav-client.ts';
import type { WebdavConfiguration } from './webdav-configuration.ts';

/** Limit on the results of one search. Nextcloud's default is 100. */
const MAX_FOUND = 500;

/** Statuses of servers that do not support SEARCH, for this address or at all. */
const NO_SEARCH: readonly number[] = [400, 404, 405, 415, 422, 501];

/** The address for searches on Nextcloud and ownCloud (Nextcloud's developer manual, "WebDAV Search"). */
const SEARCH_ROOT = /^.*\/remote\.php\/dav\//;

/** Returns where to send a search of a folder, and the folder's path below that address. */
const searchPlaceOf = (folder: URL): { readonly at: URL; readonly scope: FilePath } => {
  const at = new URL(folder);
  at.pathname = SEARCH_ROOT.exec(folder.pathname)?.[0] ?? '/';
  return { at, scope: pathBelow(at, folder.href) ?? [] };
};

const fits = (
  { file: { name } }: Listed,
  words: readonly string[],
  extensions: readonly string[],
): boolean => {
  const folded = foldCase(name);
  return (
    words.every((word) => folded.includes(foldCase(word))) &&
    (extensions.length === 0 || extensions.some((extension) => folded.endsWith(`.${foldCase(extension)}`)))
  );
};

const newestFirst = (one: StoredFile, other: StoredFile): number =>
  one.modified === other.modified ? (one.path < other.path ? -1 : 1) : one.modified < other.modified ? 1 : -1;

const noSuchFile = () => fileFailure('not_found', 'There is no such file of yours on the file server.');

/**
 * Finds files on a WebDAV server: by its search (RFC 5323) if it has one, as Nextcloud does, otherwise folder
 * by folder. Ignores entries outside the person's folder, and never follows an address in a response: all
 * addresses are built here.
 */
export const createWebdavFileStore = (
  configuration: WebdavConfiguration,
  services: Parameters<typeof createWebdavClient>[1],
): FileStore => {
  const open = createWebdavClient(configuration, services);

  /** Searches on the server; undefined when the server cannot search. */
  const searchServer = async (
    { folder, ask }: PersonalFiles,
    condition: string,
    screened: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Listed[] | undefined> => {
    const { at, scope } = searchPlaceOf(folder);
    const { status, body } = await ask({
      method: 'SEARCH',
      url: at,
      body: searchBody(scope, condition, MAX_FOUND),
      screened,
      maxBytes: LISTING_BYTES,
      understands: NO_SEARCH,
      signal,
    });
    if (status !== 207) return undefined;
    const entries = readMultistatus(Buffer.from(body).toString());
    if (entries === undefined)
      throw fileFailure('external_api_error', 'The file server returned an invalid response.');
    return entries
      .slice(0, MAX_FOUND)
      .flatMap((entry) => listedOf(folder, entry, true) ?? [])
      .filter(({ isFolder }) => !isFolder);
  };

  const findByNumber = async (
    personal: PersonalFiles,
    number: string,
    signal: AbortSignal,
  ): Promise<StoredFile> => {
    const found = (await searchServer(personal, byNumber(number), [], signal)) ?? [];
    const file = found.find(({ file: { id } }) => id === fileIdOf({ number }));
    if (file === undefined) throw noSuchFile();
    return file.file;
  };

  const findByPath = async (
    personal: PersonalFiles,
    path: FilePath,
    signal: AbortSignal,
  ): Promise<StoredFile> => {
    const [found] = await propfind(personal, path, 0, signal);
    if (found === undefined || found.isFolder || found.path.join('/') !== path.join('/')) throw noSuchFile();
    return found.file;
  };

  return {
    search: async ({ user, words, extensions, signal }) => {
      const personal = await open(user);
      const condition = byName(words, extensions);
      const found =
        (await searchServer(personal, condition, words, signal)) ?? (await listFolders(personal, signal));
      return found
        .filter((listed) => fits(listed, words, extensions))
        .map(({ file }) => file)
        .toSorted(newestFirst);
    },
    find: async (user, id, signal) => {
      const key = fileKeyOf(id);
      if (key === undefined) throw noSuchFile();
      const personal = await open(user);
      return 'number' in key
        ? findByNumber(personal, key.number, signal)
        : findByPath(personal, key.path, signal);
    },
    read: async (user, { url }, maxBytes, signal) => {
      const { folder, ask } = await open(user);
      // Below the caller's folder, whichever owner the id names.
      const path = pathBelow(folder, url);
      if (path === undefined || path.length === 0) throw noSuchFile();
      const { body } = await ask({
        method: 'GET',
        url: addressAt(folder, path),
        screened: path,
        maxBytes,
        signal,
      });
      return body;
    },
  };
};
