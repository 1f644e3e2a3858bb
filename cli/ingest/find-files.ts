import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { isWithinFolder } from '../../domain/kernel/is-within-folder.ts';
import { formatOfFileName } from '../../domain/knowledge/document-format.ts';
import { CliError, usageError } from '../cli-error.ts';

/** A file that was found. `named` is true when the person named the file itself rather than its folder. */
export type FoundFile = {
  readonly path: string;
  readonly label: string;
  readonly size: number;
  readonly named: boolean;
  /** Set when its metadata file is a link out of the folder; such metadata is not used. */
  readonly foreignSidecar?: true;
};

type FoundFiles = {
  readonly files: readonly FoundFile[];
  /** Folders that could not be read. */
  readonly unreadable: readonly string[];
  /** Labels of files in folders that are not documents. */
  readonly skipped: readonly string[];
  /** Labels of symbolic links that were not followed: to folders, and to files outside the named folder. */
  readonly links: readonly string[];
  /** Labels of files that describe their folder, such as a README. */
  readonly aboutFolders: readonly string[];
};

const MAX_FILES = 100_000;
const SIDECAR = '.json';

/** The path of a document's metadata file. */
export const sidecarOf = (path: string): string => `${path}${SIDECAR}`;

const isSidecarOf = (name: string, neighbours: ReadonlySet<string>): boolean =>
  name.endsWith(SIDECAR) && neighbours.has(name.slice(0, -SIDECAR.length));

/** The names of files that describe a folder or project. */
const aboutFolder =
  /^(?:read[ _-]?me|licen[cs]e|copying|changelog|contributing)(?:\.(?:md|markdown|txt|text|html?))?$/i;

const byName = (one: Dirent, other: Dirent): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

const look = async (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** Whether a link leads to an existing target outside the folder; a dangling link does not. */
const leadsOut = async (path: string, root: string): Promise<boolean> => {
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && !isWithinFolder(root, real, sep);
};

const missingPaths = (missing: readonly string[], so: string): CliError =>
  usageError(
    missing.map((path) => `There is no file or folder "${path}".`).join('\n'),
    `${so} Check the spelling; names with spaces need quotes.`,
  );

/**
 * Checks that all paths exist.
 *
 * @throws CliError that names each missing path
 */
export const requirePaths = async (paths: readonly string[], so: string): Promise<void> => {
  const found = await Promise.all(paths.map(look));
  const missing = paths.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) throw missingPaths(missing, so);
};

/**
 * Finds the documents among files and folders. Folders are walked in order of names. Hidden entries and links to folders
 * or out of the named folder are left out, and so is a folder's README unless it has a metadata file.
 *
 * @throws CliError for a path that does not exist, and for more than 100,000 files
 */
export const findFiles = async (paths: readonly string[]): Promise<FoundFiles> => {
  const files = new Map<string, FoundFile>();
  const skipped: string[] = [];
  const links: string[] = [];
  const aboutFolders = new Map<string, string>();
  const unreadable: string[] = [];

  const add = (file: FoundFile): void => {
    if (!files.has(file.path)) files.set(file.path, file);
    if (files.size + skipped.length + links.length + aboutFolders.size > MAX_FILES)
      throw new CliError(`There are more than ${MAX_FILES} files. Ingest the folders one at a time.`);
  };

  const walk = async (folder: string, root: string, realRoot: string): Promise<void> => {
    const entries = (await readdir(folder, { withFileTypes: true }).catch(() => undefined))?.sort(byName);
    if (!entries) {
      unreadable.push(folder);
      return;
    }
    const names = new Set(entries.map(({ name }) => name));
    const linked = new Set(entries.flatMap((entry) => (entry.isSymbolicLink() ? [entry.name] : [])));
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        await walk(path, root, realRoot);
        continue;
      }
      const isLink = entry.isSymbolicLink();
      const about = entry.isFile() || isLink ? await look(path) : undefined;
      const label = relative(root, path);
      const sidecar = sidecarOf(entry.name);
      if (isLink && (about?.isDirectory() || (await leadsOut(path, realRoot)))) {
        if (!isSidecarOf(entry.name, names)) links.push(label);
      } else if (about?.isFile() && aboutFolder.test(entry.name) && !names.has(sidecar))
        aboutFolders.set(path, label);
      else if (about?.isFile() && formatOfFileName(entry.name) !== undefined)
        add({
          path,
          label,
          size: about.size,
          named: false,
          ...(linked.has(sidecar) && (await leadsOut(sidecarOf(path), realRoot))
            ? { foreignSidecar: true }
            : {}),
        });
      else if (!isSidecarOf(entry.name, names)) skipped.push(label);
    }
  };

  const missing: string[] = [];
  for (const path of paths) {
    const about = await look(path);
    if (about === undefined) missing.push(path);
    else if (about.isDirectory()) await walk(path, path, await realpath(path));
    else if (about.isFile()) add({ path, label: basename(path), size: about.size, named: true });
    else throw usageError(`${path} is neither a file nor a folder.`);
  }
  if (missing.length > 0) throw missingPaths(missing, 'Nothing was sent.');
  return {
    files: [...files.values()],
    skipped,
    links,
    // A README that was also named explicitly is ingested.
    aboutFolders: [...aboutFolders].flatMap(([path, label]) => (files.has(path) ? [] : [label])),
    unreadable,
  };
};
