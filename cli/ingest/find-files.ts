import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { isWithinFolder } from '../../domain/kernel/is-within-folder.ts';
import { formatOfFileName } from '../../domain/knowledge/document-format.ts';
import { CliError, usageError } from '../cli-error.ts';

/** A file that was found. `named` says whether the person named it, rather than a folder around it. */
export type FoundFile = {
  readonly path: string;
  readonly label: string;
  readonly size: number;
  readonly named: boolean;
  /** Whether its metadata file is a link out of the folder: what it says is not taken. */
  readonly foreignSidecar?: true;
};

type FoundFiles = {
  readonly files: readonly FoundFile[];
  /** Folders that may not be looked into. */
  readonly unreadable: readonly string[];
  /** Files of folders that are no documents, by label. */
  readonly skipped: readonly string[];
  /** Symbolic links that were not followed, by label: to folders, and to files outside the folder that was named. */
  readonly links: readonly string[];
  /** Files that describe their folder rather than belong to its content, by label. */
  readonly aboutFolders: readonly string[];
};

const MAX_FILES = 100_000;
const SIDECAR = '.json';

/** The metadata file that may lie beside a document. */
export const sidecarOf = (path: string): string => `${path}${SIDECAR}`;

const isSidecarOf = (name: string, neighbours: ReadonlySet<string>): boolean =>
  name.endsWith(SIDECAR) && neighbours.has(name.slice(0, -SIDECAR.length));

/** Files that describe a folder, or that the program that made it left there. */
const aboutFolder =
  /^(?:read[ _-]?me|licen[cs]e|copying|changelog|contributing)(?:\.(?:md|markdown|txt|text|html?))?$/i;

const byName = (one: Dirent, other: Dirent): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

const look = async (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** Whether a link leads to something that is not in the folder; one that leads nowhere leads nowhere else. */
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
 * For what must not begin with a folder that does not exist.
 *
 * @throws CliError that names each missing path
 */
export const requirePaths = async (paths: readonly string[], so: string): Promise<void> => {
  const found = await Promise.all(paths.map(look));
  const missing = paths.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) throw missingPaths(missing, so);
};

/**
 * Finds the documents among files and folders. Folders are walked in order of names; hidden entries and links to
 * folders or out of the named folder are left out, and so is a folder's README, unless a metadata file beside it says that
 * it is meant.
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
      throw new CliError(`There are more than ${MAX_FILES} files. Ingest the folders one after the other.`);
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
    // One that was named beside its folder is meant.
    aboutFolders: [...aboutFolders].flatMap(([path, label]) => (files.has(path) ? [] : [label])),
    unreadable,
  };
};
