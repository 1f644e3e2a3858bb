import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const MODULES = 'node_modules';
const left = new Set(['.git', 'test', 'data']);
/** Milliseconds for the packages of another revision to be fetched. */
const INSTALL_MS = 300_000;

const useModules = (folder: string): Promise<void> => symlink(join(root, MODULES), join(folder, MODULES));

/** The packages that a program was locked to: ours where they are the same, otherwise installed for it. */
const usePackagesOf = async (folder: string): Promise<void> => {
  const [theirs, ours] = await Promise.all(
    [folder, root].map((program) => readFile(join(program, 'package-lock.json'), 'utf8')),
  );
  if (theirs === ours) return useModules(folder);
  // Started by this Node.js: the package of it, and what other packages build at their installation, is not needed.
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['ci', ...flags], { cwd: folder, timeout: INSTALL_MS });
};

/** The program as it was at a revision; nothing where this checkout does not have it. */
export const checkOutProgram = async (folder: string, revision: string): Promise<string | undefined> => {
  try {
    await run('git', ['-C', root, 'cat-file', '-e', `${revision}^{commit}`]);
  } catch {
    return undefined;
  }
  await mkdir(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await run('git', ['-C', root, 'archive', '--output', archive, revision]);
  await run('tar', ['-xf', archive, '-C', folder]);
  await usePackagesOf(folder);
  return folder;
};

/** Projections that the program of tomorrow folds in another way. */
const refolded = ['projections/queries/projection.ts', 'projections/documents/projection.ts'];

/** The program of tomorrow: this one with newer versions of some folds. */
export const makeNextProgram = async (folder: string): Promise<string> => {
  await cp(root, folder, {
    recursive: true,
    filter: (path) => {
      const parts = relative(root, path).split(sep);
      return !left.has(parts[0] ?? '') && !parts.includes(MODULES);
    },
  });
  await useModules(folder);
  for (const file of refolded) {
    const path = join(folder, file);
    const source = await readFile(path, 'utf8');
    const newer = source.replace(/^( +version: )(\d+),$/m, (_, name: string, version: string) => {
      return `${name}${Number(version) + 1},`;
    });
    if (newer === source) throw new Error(`${file} has no version to raise.`);
    await writeFile(path, newer);
  }
  return folder;
};
