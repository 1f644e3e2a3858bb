import { createReadStream, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { StaticFile, StaticFiles } from '../../ports/static-files.ts';

/** The types of the files that a build contains; any other file is not served. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
};

/** Compressed copies that a build puts beside a file, the smallest first. */
const copies = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** More files than any build has. */
const MAX_FILES = 5_000;

type Build = { readonly version: string; readonly paths: ReadonlySet<string> };

const typeOf = (path: string): string | undefined => types[path.slice(path.lastIndexOf('.') + 1)];

const statIfExists = async (file: string): Promise<Stats | undefined> => {
  try {
    return await stat(file);
  } catch {
    return undefined;
  }
};

/** The paths of the files in a folder, as in an address. A link could lead out of it, so none is listed. */
const listPaths = async (folder: string): Promise<ReadonlySet<string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  return new Set(paths.slice(0, MAX_FILES));
};

/**
 * Serves a build of web pages from a folder. Only listed files are found, so no path leads out of the folder. The list is
 * read again after a new build, which needs no restart.
 */
export const openStaticFolder = (folder: string): StaticFiles => {
  let known: Build | undefined;
  const currentBuild = async (): Promise<Build | undefined> => {
    const index = await statIfExists(join(folder, 'index.html'));
    if (index === undefined) return undefined;
    // Files added to the folder change its time: the compressed copies are written last.
    const assets = await statIfExists(join(folder, 'assets'));
    const version = [index.ino, index.mtimeMs, index.size, assets?.mtimeMs].join(' ');
    if (known?.version !== version) known = { version, paths: await listPaths(folder) };
    return known;
  };
  const fileAt = async (path: string, encoding: 'br' | 'gzip' | undefined, contentType: string) => {
    const file = join(folder, path);
    const found = await statIfExists(file);
    if (!found?.isFile()) return undefined;
    return {
      contentType,
      bytes: found.size,
      entityTag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`,
      isImmutable: path.startsWith('/assets/'),
      open: () => createReadStream(file),
      ...(encoding === undefined ? {} : { encoding }),
    } satisfies StaticFile;
  };
  return {
    find: async (path, accepts) => {
      const contentType = typeOf(path);
      const build = await currentBuild();
      if (contentType === undefined || !build?.paths.has(path)) return undefined;
      const copy = copies.find(
        ({ encoding, ending }) => build.paths.has(`${path}${ending}`) && accepts(encoding),
      );
      return copy === undefined
        ? fileAt(path, undefined, contentType)
        : fileAt(`${path}${copy.ending}`, copy.encoding, contentType);
    },
  };
};
